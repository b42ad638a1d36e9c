import { ShortcutSheet } from '../shortcut-sheet.tsx'
import type { CompletionSource, EditorOptions } from './extension.ts'
import { formatKeys, type HeadingTool, type Tool } from './tools.tsx'
import type { EditorLabels } from './labels.ts'

type HelpDialogProps = {
  labels: EditorLabels
  tools: (Tool | HeadingTool)[][]
  options: EditorOptions
  onClose: () => void
}

export function HelpDialog({ labels, tools, options, onClose }: HelpDialogProps) {
  return (
    <ShortcutSheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={labels('help_title')}
      closeLabel={labels('close')}
      thenText={labels('help_then')}
      groups={[
        { heading: labels('help_syntax'), shortcuts: listSyntax(labels) },
        { heading: labels('formatting'), shortcuts: tools.flat().flatMap(listKeys) },
        { heading: labels('help_writing'), shortcuts: listEditingKeys(labels, options) },
      ]}
    />
  )

  function listKeys(tool: Tool | HeadingTool) {
    if ('levels' in tool)
      return tool.levels.map(({ label, keys }) => ({ label, keys: [formatKeys(keys)] }))
    return tool.keys === undefined
      ? []
      : [{ label: labels(tool.label), keys: [formatKeys(tool.keys)] }]
  }
}

function listEditingKeys(labels: EditorLabels, { completions = [] }: EditorOptions) {
  const hasTrigger = (trigger: string) =>
    completions.some((source: CompletionSource) => source.trigger === trigger)
  return [
    ...(hasTrigger('@') ? [{ label: labels('help_mention'), keys: ['@'] }] : []),
    ...(hasTrigger('#') ? [{ label: labels('help_question'), keys: ['#'] }] : []),
    { label: labels('help_cells'), keys: ['Tab'] },
    { label: labels('help_leave'), keys: ['Esc', 'Tab'] },
    { label: labels('help_toolbar'), keys: ['Alt+F10'] },
    { label: labels('help_submit'), keys: [formatKeys('Mod-Enter')] },
  ]
}

const syntax = [
  ['bold', '**text**'],
  ['italic', '_text_'],
  ['strike', '~~text~~'],
  ['code', '`code`'],
  ['code_block', '```'],
  ['link', '[text](url)'],
  ['image', '![text](url)'],
  ['heading', '## text'],
  ['quote', '> text'],
  ['bulleted_list', '- text'],
  ['numbered_list', '1. text'],
  ['task_list', '- [ ] text'],
  ['table', '| a | b |'],
  ['rule', '---'],
] as const

/** What to type, for those who do not use the toolbar. */
function listSyntax(labels: EditorLabels) {
  return syntax.map(([label, sample]) => ({ label: labels(label), keys: [sample] }))
}
