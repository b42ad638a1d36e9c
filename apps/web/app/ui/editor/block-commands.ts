import {
  insertBlock,
  lineAt,
  mapPosition,
  selectedLines,
  type Change,
  type Edit,
  type Line,
  type TextSelection,
} from './text-selection.ts'

export type ListKind = 'bullet' | 'number' | 'task'

const heading = /^ {0,3}(#{1,6})(?:\s+|$)/
const item = /^(\s*)(?:[-*+]\s+\[[ xX]\]\s+|[-*+]\s+|\d{1,9}[.)]\s+)/
const task = /^\s*[-*+]\s+\[[ xX]\]\s/
const number = /^\s*\d{1,9}[.)]\s/
const bullet = /^\s*[-*+]\s/

/** Toggles: lines that already have the level become plain text. */
export function setHeading(selection: TextSelection, level: number): Edit {
  const marker = level > 0 ? `${'#'.repeat(level)} ` : ''
  const lines = nonEmptyLines(selection)
  const isActive = level > 0 && lines.every(({ text }) => heading.exec(text)?.[1]?.length === level)
  return changeLines(selection, lines, (line) => {
    const oldLength = heading.exec(line.text)?.[0].length ?? 0
    return { from: line.from, to: line.from + oldLength, insert: isActive ? '' : marker }
  })
}

export function toggleQuote(selection: TextSelection): Edit {
  const lines = selectedLines(selection)
  const isActive = lines.every(({ text }) => /^\s*>/.test(text))
  return changeLines(selection, lines, (line) => {
    const oldLength = isActive ? (/^\s*> ?/.exec(line.text)?.[0].length ?? 0) : 0
    const insert = isActive ? '' : line.text === '' && lines.length > 1 ? '>' : '> '
    return { from: line.from, to: line.from + oldLength, insert }
  })
}

/** Converts lines to the kind of list, or back to plain text when all of them are. */
export function toggleList(selection: TextSelection, kind: ListKind): Edit {
  const lines = nonEmptyLines(selection)
  const isActive = lines.every(({ text }) => listKindOf(text) === kind)
  let count = findPreviousNumber(selection.doc, lines[0])
  return changeLines(selection, lines, (line) => {
    const indent = /^\s*/.exec(line.text)?.[0].length ?? 0
    const oldLength = item.exec(line.text)?.[0].length ?? indent
    count++
    return {
      from: line.from + indent,
      to: line.from + Math.max(indent, oldLength),
      insert: isActive ? '' : markerOf(kind, count),
    }
  })
}

function listKindOf(text: string): ListKind | null {
  if (task.test(text)) return 'task'
  if (number.test(text)) return 'number'
  return bullet.test(text) ? 'bullet' : null
}

function markerOf(kind: ListKind, count: number): string {
  if (kind === 'task') return '- [ ] '
  return kind === 'number' ? `${count}. ` : '- '
}

/** A numbered list continues the numbers of the line above. */
function findPreviousNumber(doc: string, first: Line | undefined): number {
  if (!first || first.from === 0) return 0
  const match = /^\s*(\d{1,9})[.)]\s/.exec(lineAt(doc, first.from - 1).text)
  return match ? Number(match[1]) : 0
}

export function isInList(selection: TextSelection): boolean {
  return selectedLines(selection).every(({ text }) => item.test(text))
}

/** Indents by the width of the list marker, as CommonMark requires for nesting. */
export function indentList(selection: TextSelection, outdent: boolean): Edit | null {
  const lines = selectedLines(selection)
  const first = lines[0]
  if (!first) return null
  const width = number.test(first.text) ? 3 : 2
  const depth = /^\s*/.exec(first.text)?.[0].length ?? 0
  if (outdent && depth === 0) return null
  return changeLines(selection, lines, (line) => {
    const indent = /^ */.exec(line.text)?.[0].length ?? 0
    const removed = outdent ? Math.min(indent, width) : 0
    return { from: line.from, to: line.from + removed, insert: outdent ? '' : ' '.repeat(width) }
  })
}

/** Enter on an empty item or quote line: outdents, or ends the block with an empty line. */
export function leaveBlock(selection: TextSelection): Edit | null {
  const { doc, from, to } = selection
  const line = lineAt(doc, from)
  if (from !== to || from !== line.to) return null
  const isQuote = /^\s*(?:> ?)+$/.test(line.text)
  const isItem = item.exec(line.text)?.[0] === line.text
  if (!isQuote && !isItem) return null
  if (isItem && /^\s/.test(line.text)) return indentList(selection, true)
  const isSeparated = line.from === 0 || lineAt(doc, line.from - 1).text.trim() === ''
  const at = line.from + (isSeparated ? 0 : 1)
  return {
    changes: [{ from: line.from, to: line.to, insert: isSeparated ? '' : '\n' }],
    from: at,
    to: at,
  }
}

export function insertRule(selection: TextSelection): Edit {
  const { to } = lineAt(selection.doc, selection.to)
  const edit = insertBlock({ ...selection, from: to, to }, '---')
  return { ...edit, from: edit.from + 2, to: edit.to + 2 }
}

/** The fence is longer than any run of backticks in the code. */
export function insertCodeBlock(selection: TextSelection, code: string, language: string): Edit {
  const maxRun = Math.max(
    2,
    ...[...code.matchAll(/^\s*(`{3,})/gm)].map(([, run]) => run?.length ?? 0),
  )
  const fence = '`'.repeat(maxRun + 1)
  const body = code.replace(/\n+$/, '')
  const block = `${fence}${language}\n${body}\n${fence}`
  return insertBlock(selection, block)
}

/** Selects the first heading, so that typing replaces it. */
export function insertTable(
  selection: TextSelection,
  size: { rows: number; columns: number },
  headingText: (column: number) => string,
): Edit {
  const cells = (text: (column: number) => string) =>
    `| ${Array.from({ length: size.columns }, (_, column) => text(column + 1)).join(' | ')} |`
  const empty = cells((column) => ' '.repeat(headingText(column).length))
  const lines = [
    cells(headingText),
    cells((column) => '-'.repeat(Math.max(3, headingText(column).length))),
    ...Array.from({ length: size.rows }, () => empty),
  ]
  return insertBlock(selection, lines.join('\n'), [2, 2 + headingText(1).length])
}

function nonEmptyLines(selection: TextSelection): Line[] {
  const lines = selectedLines(selection)
  const withText = lines.filter(({ text }) => text.trim() !== '')
  return withText.length > 0 ? withText : lines.slice(0, 1)
}

function changeLines(
  selection: TextSelection,
  lines: Line[],
  change: (line: Line) => Change,
): Edit {
  const changes = lines.map(change)
  const start = mapPosition(changes, selection.from)
  const end = mapPosition(changes, selection.to)
  // With several lines, the selection includes the markers.
  const first = lines.length > 1 ? lines[0] : undefined
  return { changes, from: Math.min(start, first?.from ?? start), to: end }
}
