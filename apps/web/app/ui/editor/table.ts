import { lineAt, type Edit, type Line, type TextSelection } from './text-selection.ts'

type Cell = { from: number; to: number }
type Row = Line & { cells: Cell[] }
type Table = { rows: Row[]; current: number; columns: number }

const delimiterCell = /^\s*:?-+:?\s*$/

/** The table around the cursor; row 1 is the delimiter row. */
export function findTable({ doc, from }: TextSelection): Table | null {
  const cursorLine = lineAt(doc, from)
  if (!cursorLine.text.includes('|')) return null
  const rows: Row[] = [toRow(cursorLine)]
  let current = 0
  for (let at = cursorLine.from - 1; at >= 0;) {
    const line = lineAt(doc, at)
    if (!line.text.includes('|')) break
    rows.unshift(toRow(line))
    current++
    at = line.from - 1
  }
  for (let at = cursorLine.to + 1; at <= doc.length;) {
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
  const hasLeadingBar = /^\s*\|/.test(text)
  const hasTrailingBar = /\|\s*$/.test(text) && bars.length > (hasLeadingBar ? 1 : 0)
  const starts = hasLeadingBar ? bars.map((bar) => bar + 1) : [0, ...bars.map((bar) => bar + 1)]
  const ends = hasTrailingBar
    ? bars.slice(hasLeadingBar ? 1 : 0)
    : [...bars.slice(hasLeadingBar ? 1 : 0), text.length]
  ends.forEach((end, index) => {
    const start = starts[index]
    if (start !== undefined) cells.push({ from: line.from + start, to: line.from + end })
  })
  return { ...line, cells }
}

/** Enter in a table: adds a row below, or leaves the table from an empty last row. */
export function continueTable(selection: TextSelection): Edit | null {
  if (selection.from !== selection.to) return null
  const table = findTable(selection)
  const row = table?.rows[table.current]
  if (!table || !row || selection.from <= row.from) return null
  const isLast = table.current > 1 && table.current === table.rows.length - 1
  if (isLast && isEmpty(row, selection.doc)) {
    // Without an empty line, the text typed next would be parsed as a row.
    const after = row.from + 1
    return { changes: [{ from: row.from, to: row.to, insert: '\n' }], from: after, to: after }
  }
  // No row can come between the header and the delimiter.
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

/**
 * Typing a bar in a row that has its bars already, as Enter adds it: moves to the next cell instead of adding one. The
 * first bar of an empty row is ignored.
 */
export function typeOverBar(selection: TextSelection): Edit | null {
  const { doc, from } = selection
  const table = from === selection.to ? findTable(selection) : null
  const row = table?.rows[table.current]
  if (!table || !row || table.current < 2) return null
  const [blank] = /^ *(?=\|)/.exec(doc.slice(from, row.to)) ?? []
  const cell = row.cells.findIndex((one) => from >= one.from && from <= one.to)
  if (blank === undefined || cell < 0) return null
  const isFirstBar = cell === 0 && isEmpty(row, doc)
  const bar = from + blank.length + 1
  const next = isFirstBar ? from : doc.charAt(bar) === ' ' ? bar + 1 : bar
  return { changes: [], from: next, to: next }
}

/** Tab in a table: selects the next or previous cell; adds a row after the last. */
export function moveCell(selection: TextSelection, step: 1 | -1): Edit | null {
  const table = findTable(selection)
  if (!table) return null
  const cells = table.rows.flatMap((row, index) =>
    index === 1 ? [] : row.cells.slice(0, table.columns),
  )
  const last = table.rows.at(-1)
  const next = step > 0 ? cellAfter(cells, selection) : cellBefore(cells, selection)
  if (next) return { changes: [], ...trimCell(next, selection.doc) }
  if (step < 0 || !last) return null
  const at = last.to + 3
  return {
    changes: [{ from: last.to, to: last.to, insert: `\n${emptyRow(table.columns)}` }],
    from: at,
    to: at,
  }
}

function cellAfter(cells: Cell[], { to }: TextSelection): Cell | undefined {
  return cells.find((cell) => cell.from > to)
}

function cellBefore(cells: Cell[], { from }: TextSelection): Cell | undefined {
  return cells.findLast((cell) => cell.to < from)
}

function trimCell({ from, to }: Cell, doc: string): Cell {
  const text = doc.slice(from, to)
  const lead = text.length - text.trimStart().length
  if (text.trim() === '') return { from: Math.min(from + 1, to), to: Math.min(from + 1, to) }
  return { from: from + lead, to: from + text.trimEnd().length }
}
