import { syntaxTree } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { isRich, toMarkdown } from './rich-paste.ts'

type OnFiles = ((view: EditorView, files: File[], at: number) => void) | null

/** Files go up, rich text comes in as Markdown, everything else is left to the editor. */
export function pasting(onFiles: OnFiles): Extension {
  return EditorView.domEventHandlers({
    paste(event, view) {
      const { clipboardData } = event
      if (clipboardData === null) return false
      const html = clipboardData.getData('text/html')
      const files = filesIn(clipboardData)
      // Programs put a picture of the text beside the text; the text is meant.
      if (files.length > 0 && html === '') return take(view, files, view.state.selection.main.from)
      return html !== '' && pasteRich(view, clipboardData, html)
    },
    drop(event, view) {
      const files = event.dataTransfer ? filesIn(event.dataTransfer) : []
      if (files.length === 0) return false
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
      return take(view, files, at ?? view.state.selection.main.from)
    },
  })

  function take(view: EditorView, files: File[], at: number): boolean {
    if (onFiles === null) return false
    onFiles(view, files, at)
    return true
  }
}

function filesIn(data: DataTransfer): File[] {
  return [...data.files]
}

function pasteRich(view: EditorView, data: DataTransfer, html: string): boolean {
  // Code editors say who they are; what they copy is text, however colourful.
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
