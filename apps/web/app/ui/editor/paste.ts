import { syntaxTree } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { isRich, toMarkdown } from './rich-paste.ts'

type OnFiles = ((view: EditorView, files: File[], at: number) => void) | null

/** Uploads files and converts rich text to Markdown; the rest is CodeMirror's. */
export function handlePaste(onFiles: OnFiles): Extension {
  return EditorView.domEventHandlers({
    paste(event, view) {
      const { clipboardData } = event
      if (clipboardData === null) return false
      const html = clipboardData.getData('text/html')
      const files = listFiles(clipboardData)
      // Office programs add an image of the copied text; prefer the text.
      if (files.length > 0 && html === '')
        return upload(view, files, view.state.selection.main.from)
      return html !== '' && pasteRich(view, clipboardData, html)
    },
    drop(event, view) {
      const files = event.dataTransfer ? listFiles(event.dataTransfer) : []
      if (files.length === 0) return false
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
      return upload(view, files, at ?? view.state.selection.main.from)
    },
  })

  function upload(view: EditorView, files: File[], at: number): boolean {
    if (onFiles === null) return false
    onFiles(view, files, at)
    return true
  }
}

function listFiles(data: DataTransfer): File[] {
  return [...data.files]
}

function pasteRich(view: EditorView, data: DataTransfer, html: string): boolean {
  // Code from VS Code is plain text with syntax colors.
  if (data.types.includes('vscode-editor-data') || !isRich(html) || isInCode(view)) return false
  const text = toMarkdown(html)
  if (text === '') return false
  view.dispatch(view.state.replaceSelection(text), {
    scrollIntoView: true,
    userEvent: 'input.paste',
  })
  return true
}

function isInCode({ state }: EditorView): boolean {
  const { name } = syntaxTree(state).resolveInner(state.selection.main.from, -1)
  return /Code/.test(name)
}
