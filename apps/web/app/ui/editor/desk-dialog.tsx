import type { EditorView } from '@codemirror/view'
import { CodeDialog } from './code-dialog.tsx'
import { runCommand } from './codemirror.ts'
import { ImageDialog, LinkDialog, TableDialog } from './dialogs.tsx'
import type { EditorCommand, EditorOptions } from './extension.ts'
import { HelpDialog } from './help-dialog.tsx'
import type { DialogName, Levels, Tool } from './tools.tsx'
import type { EditorWords } from './words.ts'

export type OpenDialog = { name: DialogName; selected: string }

type DeskDialogProps = {
  dialog: OpenDialog | null
  words: EditorWords
  tools: (Tool | Levels)[][]
  options: EditorOptions
  view: EditorView | null
  onFiles: ((files: File[]) => void) | null
  onClose: () => void
}

export function DeskDialog(props: DeskDialogProps) {
  const { dialog, words, tools, options, view, onFiles, onClose } = props
  if (!dialog || !view) return null
  const common = {
    words,
    selected: dialog.selected,
    onClose,
    onWrite: (command: EditorCommand) => {
      onClose()
      runCommand(view, command)
    },
  }
  switch (dialog.name) {
    case 'link':
      return <LinkDialog {...common} />
    case 'image':
      return <ImageDialog {...common} onFiles={onFiles} />
    case 'table':
      return <TableDialog {...common} />
    case 'code':
      return <CodeDialog {...common} />
    case 'help':
      return <HelpDialog words={words} tools={tools} options={options} onClose={onClose} />
  }
}
