/** A text and what is selected in it. */
export type Writing = { doc: string; from: number; to: number }

export type Change = { from: number; to: number; insert: string }

/** Changes against the old text, in order, and the selection in the new one. */
export type Edit = { changes: Change[]; from: number; to: number }

export type Line = { from: number; to: number; text: string }

export function lineAt(doc: string, position: number): Line {
  const from = doc.lastIndexOf('\n', position - 1) + 1
  const end = doc.indexOf('\n', position)
  const to = end === -1 ? doc.length : end
  return { from, to, text: doc.slice(from, to) }
}

/** The lines a selection touches; one that ends at the start of a line does not touch it. */
export function selectedLines({ doc, from, to }: Writing): Line[] {
  const lines: Line[] = []
  let position = from
  for (;;) {
    const line = lineAt(doc, position)
    lines.push(line)
    position = line.to + 1
    if (position > doc.length || position >= to) return lines
  }
}

/** The text after an edit: what the editor does with it, for everything that has no editor. */
export function applyEdit({ doc }: Writing, edit: Edit): Writing {
  let next = ''
  let done = 0
  for (const { from, to, insert } of edit.changes) {
    next += doc.slice(done, from) + insert
    done = to
  }
  return { doc: next + doc.slice(done), from: edit.from, to: edit.to }
}

/** Where a position of the old text is in the new one; text put in at the position goes before it. */
export function movedBy(changes: Change[], position: number): number {
  let moved = position
  for (const { from, to, insert } of changes) {
    if (from > position) break
    moved += insert.length - (Math.min(to, position) - from)
  }
  return moved
}

/** One piece of text in the place of the selection. */
export function replaceSelection(
  writing: Writing,
  insert: string,
  select?: [number, number],
): Edit {
  const { from, to } = writing
  const [start, end] = select ?? [insert.length, insert.length]
  return { changes: [{ from, to, insert }], from: from + start, to: from + end }
}

/** Puts a block on lines of its own, with an empty line on both sides. */
export function insertBlock(writing: Writing, block: string, select?: [number, number]): Edit {
  const { doc, from, to } = writing
  const before = doc.slice(0, from)
  const after = doc.slice(to)
  const lead = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const trail = after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n'
  const [start, end] = select ?? [block.length, block.length]
  return replaceSelection(writing, lead + block + trail, [lead.length + start, lead.length + end])
}
