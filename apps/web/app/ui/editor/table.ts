import { lineAt, type Edit, type Line, type Writing } from './writing.ts'

type Cell = { from: number; to: number }
type Row = Line & { cells: Cell[] }
type Table = { rows: Row[]; current: number; columns: number }

const delimiterCell = /^\s*:?-+:?\s*$/

/** The table the cursor is in: its rows with the place of every cell, the delimiter row as row 1. */
export function findTable({ doc, from }: Writing): Table | null {
  const here = lineAt(doc, from)
  if (!here.text.includes('|')) return null
  const rows: Row[] = [toRow(here)]
  let current = 0
  for (let at = here.from - 1; at >= 0;) {
    const line = lineAt(doc, at)
    if (!line.text.includes('|')) break
    rows.unshift(toRow(line))
    current++
    at = line.from - 1
  }
  for (let at = here.to + 1; at <= doc.length;) {
    const line = lineAt(doc, at)
    if (!line.text.includes('|')) break
    rows.push(toRow(line))
    at = line.to + 1
  }
  const delimiter = rows[1]
  if (!delimiter || !isDelimiter(delimiter, doc)) return null
  return { rows, current, columns: delimiter.cells.length }
}

function isDelimiter({ cells }: Row, doc: string): boolean {
  return cells.length > 0 && cells.every(({ from, to }) => delimiterCell.test(doc.slice(from, to)))
}

function toRow(line: Line): Row {
  const cells: Cell[] = []
  const text = line.text
  const bars: number[] = []
  for (let i = 0; i < text.length; i++) {
    if (text.charAt(i) === '\\') i++
    else if (text.charAt(i) === '|') bars.push(i)
  }
  const opens = /^\s*\|/.test(text)
  const closes = /\|\s*$/.test(text) && bars.length > (opens ? 1 : 0)
  const starts = opens ? bars.map((bar) => bar + 1) : [0, ...bars.map((bar) => bar + 1)]
  const ends = closes ? bars.slice(opens ? 1 : 0) : [...bars.slice(opens ? 1 : 0), text.length]
  ends.forEach((end, index) => {
    const start = starts[index]
    if (start !== undefined) cells.push({ from: line.from + start, to: line.from + end })
  })
  return { ...line, cells }
}

/** Enter in a table: a new row below, or out of the table from an empty one. */
export function continueTable(writing: Writing): Edit | null {
  if (writing.from !== writing.to) return null
  const table = findTable(writing)
  const row = table?.rows[table.current]
  if (!table || !row || writing.from <= row.from) return null
  const isLast = table.current > 1 && table.current === table.rows.length - 1
  if (isLast && isEmpty(row, writing.doc)) {
    // Without an empty line between, what is typed next would be a row again.
    const after = row.from + 1
    return { changes: [{ from: row.from, to: row.to, insert: '\n' }], from: after, to: after }
  }
  // The delimiter belongs to the header: a row cannot come between them.
  const above = table.rows[Math.max(1, table.current)]
  if (!above) return null
  return {
    changes: [{ from: above.to, to: above.to, insert: `\n${emptyRow(table.columns)}` }],
    from: above.to + 3,
    to: above.to + 3,
  }
}

function isEmpty({ cells }: Row, doc: string): boolean {
  return cells.every(({ from, to }) => doc.slice(from, to).trim() === '')
}

function emptyRow(columns: number): string {
  return `|${'  |'.repeat(columns)}`
}

/** Tab in a table: selects the next cell or the one before; behind the last one comes a new row. */
export function moveCell(writing: Writing, step: 1 | -1): Edit | null {
  const table = findTable(writing)
  if (!table) return null
  const cells = table.rows.flatMap((row, index) =>
    index === 1 ? [] : row.cells.slice(0, table.columns),
  )
  const last = table.rows.at(-1)
  const next = step > 0 ? cellAfter(cells, writing) : cellBefore(cells, writing)
  if (next) return { changes: [], ...content(next, writing.doc) }
  if (step < 0 || !last) return null
  const at = last.to + 3
  return {
    changes: [{ from: last.to, to: last.to, insert: `\n${emptyRow(table.columns)}` }],
    from: at,
    to: at,
  }
}

function cellAfter(cells: Cell[], { to }: Writing): Cell | undefined {
  return cells.find((cell) => cell.from > to)
}

function cellBefore(cells: Cell[], { from }: Writing): Cell | undefined {
  return cells.findLast((cell) => cell.to < from)
}

/** What is written in a cell, without the spaces around it. */
function content({ from, to }: Cell, doc: string): Cell {
  const text = doc.slice(from, to)
  const lead = text.length - text.trimStart().length
  if (text.trim() === '') return { from: Math.min(from + 1, to), to: Math.min(from + 1, to) }
  return { from: from + lead, to: from + text.trimEnd().length }
}
