import { applyEdit, type Edit, type Writing } from './writing.ts'

/** A text with its cursor drawn into it as `‸`, or its selection as `«…»`. */
export function aWriting(drawn: string): Writing {
  const doc = drawn.replaceAll(/[‸«»]/g, '')
  const cursor = drawn.indexOf('‸')
  if (cursor >= 0) return { doc, from: cursor, to: cursor }
  const from = drawn.indexOf('«')
  if (from >= 0) return { doc, from, to: drawn.indexOf('»') - 1 }
  return { doc, from: doc.length, to: doc.length }
}

/** The text after a command, drawn the same way; null when the command has nothing to do. */
export function anEdited(drawn: string, command: (writing: Writing) => Edit | null): string | null {
  const writing = aWriting(drawn)
  const edit = command(writing)
  if (edit === null) return null
  const { doc, from, to } = applyEdit(writing, edit)
  if (from === to) return `${doc.slice(0, from)}‸${doc.slice(from)}`
  return `${doc.slice(0, from)}«${doc.slice(from, to)}»${doc.slice(to)}`
}
