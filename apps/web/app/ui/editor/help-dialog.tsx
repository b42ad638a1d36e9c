import { ShortcutSheet } from '../shortcut-sheet.tsx'
import type { CompletionSource, EditorOptions } from './extension.ts'
import { keyName, type Levels, type Tool } from './tools.tsx'
import type { EditorWords } from './words.ts'

type HelpDialogProps = {
  words: EditorWords
  tools: (Tool | Levels)[][]
  options: EditorOptions
  onClose: () => void
}

export function HelpDialog({ words, tools, options, onClose }: HelpDialogProps) {
  return (
    <ShortcutSheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={words('help_title')}
      closeLabel={words('close')}
      thenText={words('help_then')}
      groups={[
        { heading: words('formatting'), shortcuts: tools.flat().flatMap(listKeys) },
        { heading: words('help_writing'), shortcuts: listHabits(words, options) },
      ]}
    />
  )

  function listKeys(tool: Tool | Levels) {
    if ('levels' in tool)
      return tool.levels.map(({ label, keys }) => ({ label, keys: [keyName(keys)] }))
    return tool.keys === undefined ? [] : [{ label: words(tool.word), keys: [keyName(tool.keys)] }]
  }
}

function listHabits(words: EditorWords, { completions = [] }: EditorOptions) {
  const offers = (sign: string) => completions.some((one: CompletionSource) => one.sign === sign)
  return [
    ...(offers('@') ? [{ label: words('help_mention'), keys: ['@'] }] : []),
    ...(offers('#') ? [{ label: words('help_question'), keys: ['#'] }] : []),
    { label: words('help_cells'), keys: ['Tab'] },
    { label: words('help_leave'), keys: ['Esc', 'Tab'] },
    { label: words('help_toolbar'), keys: ['Alt+F10'] },
    { label: words('help_submit'), keys: [keyName('Mod-Enter')] },
  ]
}
