/** A text and the selected range in it. */
export type TextSelection = { doc: string; from: number; to: number }

export type Change = { from: number; to: number; insert: string }

/** Changes in positions of the old text, sorted, and the selection in the new text. */
export type Edit = { changes: Change[]; from: number; to: number }

export type Line = { from: number; to: number; text: string }

export function lineAt(doc: string, position: number): Line {
  const from = doc.lastIndexOf('\n', position - 1) + 1
  const end = doc.indexOf('\n', position)
  const to = end === -1 ? doc.length : end
  return { from, to, text: doc.slice(from, to) }
}

/** A selection that ends at the start of a line does not include that line. */
export function selectedLines({ doc, from, to }: TextSelection): Line[] {
  const lines: Line[] = []
  let position = from
  for (;;) {
    const line = lineAt(doc, position)
    lines.push(line)
    position = line.to + 1
    if (position > doc.length || position >= to) return lines
  }
}

/** For use without CodeMirror. */
export function applyEdit({ doc }: TextSelection, edit: Edit): TextSelection {
  let next = ''
  let copied = 0
  for (const { from, to, insert } of edit.changes) {
    next += doc.slice(copied, from) + insert
    copied = to
  }
  return { doc: next + doc.slice(copied), from: edit.from, to: edit.to }
}

/** Maps a position to the new text; text inserted at the position goes before it. */
export function mapPosition(changes: Change[], position: number): number {
  let mapped = position
  for (const { from, to, insert } of changes) {
    if (from > position) break
    mapped += insert.length - (Math.min(to, position) - from)
  }
  return mapped
}

export function replaceSelection(
  selection: TextSelection,
  insert: string,
  select?: [number, number],
): Edit {
  const { from, to } = selection
  const [start, end] = select ?? [insert.length, insert.length]
  return { changes: [{ from, to, insert }], from: from + start, to: from + end }
}

/** Adds empty lines before and after where they are missing. */
export function insertBlock(
  selection: TextSelection,
  block: string,
  select?: [number, number],
): Edit {
  const { doc, from, to } = selection
  const before = doc.slice(0, from)
  const after = doc.slice(to)
  const lead = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const trail = after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n'
  const [start, end] = select ?? [block.length, block.length]
  return replaceSelection(selection, lead + block + trail, [lead.length + start, lead.length + end])
}
