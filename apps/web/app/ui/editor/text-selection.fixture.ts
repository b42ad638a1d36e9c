import { applyEdit, type Edit, type TextSelection } from './text-selection.ts'

/** The cursor is marked as `‸`, a selection as `«…»`. */
export function aSelection(marked: string): TextSelection {
  const doc = marked.replaceAll(/[‸«»]/g, '')
  const cursor = marked.indexOf('‸')
  if (cursor >= 0) return { doc, from: cursor, to: cursor }
  const from = marked.indexOf('«')
  if (from >= 0) return { doc, from, to: marked.indexOf('»') - 1 }
  return { doc, from: doc.length, to: doc.length }
}

/** Returns the result in the same notation; null when the command does not apply. */
export function applyCommand(
  marked: string,
  command: (selection: TextSelection) => Edit | null,
): string | null {
  const selection = aSelection(marked)
  const edit = command(selection)
  if (edit === null) return null
  const { doc, from, to } = applyEdit(selection, edit)
  if (from === to) return `${doc.slice(0, from)}‸${doc.slice(from)}`
  return `${doc.slice(0, from)}«${doc.slice(from, to)}»${doc.slice(to)}`
}
