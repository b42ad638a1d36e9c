import type { EditorView } from '@codemirror/view'
import { CodeDialog } from './code-dialog.tsx'
import { runCommand } from './codemirror.ts'
import { ImageDialog, LinkDialog, TableDialog } from './dialogs.tsx'
import type { EditorCommand, EditorOptions } from './extension.ts'
import { HelpDialog } from './help-dialog.tsx'
import type { DialogName, HeadingTool, Tool } from './tools.tsx'
import type { EditorLabels } from './labels.ts'

export type OpenDialog = { name: DialogName; selected: string }

type EditorDialogProps = {
  dialog: OpenDialog | null
  labels: EditorLabels
  tools: (Tool | HeadingTool)[][]
  options: EditorOptions
  view: EditorView | null
  onFiles: ((files: File[]) => void) | null
  onClose: () => void
}

export function EditorDialog(props: EditorDialogProps) {
  const { dialog, labels, tools, options, view, onFiles, onClose } = props
  if (!dialog || !view) return null
  const common = {
    labels,
    selected: dialog.selected,
    onClose,
    onInsert: (command: EditorCommand) => {
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
      return <HelpDialog labels={labels} tools={tools} options={options} onClose={onClose} />
  }
}
