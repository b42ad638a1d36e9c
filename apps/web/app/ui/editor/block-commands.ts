import {
  insertBlock,
  lineAt,
  movedBy,
  selectedLines,
  type Change,
  type Edit,
  type Line,
  type Writing,
} from './writing.ts'

export type ListKind = 'bullet' | 'number' | 'task'

const heading = /^ {0,3}(#{1,6})(?:\s+|$)/
const item = /^(\s*)(?:[-*+]\s+\[[ xX]\]\s+|[-*+]\s+|\d{1,9}[.)]\s+)/
const task = /^\s*[-*+]\s+\[[ xX]\]\s/
const number = /^\s*\d{1,9}[.)]\s/
const bullet = /^\s*[-*+]\s/

/** Makes the selected lines headings of a level, or plain text when they all are. */
export function setHeading(writing: Writing, level: number): Edit {
  const mark = level > 0 ? `${'#'.repeat(level)} ` : ''
  const lines = filled(writing)
  const areAll = level > 0 && lines.every(({ text }) => heading.exec(text)?.[1]?.length === level)
  return changeLines(writing, lines, (line) => {
    const old = heading.exec(line.text)?.[0].length ?? 0
    return { from: line.from, to: line.from + old, insert: areAll ? '' : mark }
  })
}

export function toggleQuote(writing: Writing): Edit {
  const lines = selectedLines(writing)
  const areAll = lines.every(({ text }) => /^\s*>/.test(text))
  return changeLines(writing, lines, (line) => {
    const old = areAll ? (/^\s*> ?/.exec(line.text)?.[0].length ?? 0) : 0
    const insert = areAll ? '' : line.text === '' && lines.length > 1 ? '>' : '> '
    return { from: line.from, to: line.from + old, insert }
  })
}

/** Makes the selected lines a list, or one of another kind, or plain text when they already are. */
export function toggleList(writing: Writing, kind: ListKind): Edit {
  const lines = filled(writing)
  const areAll = lines.every(({ text }) => kindOf(text) === kind)
  let count = numberBefore(writing.doc, lines[0])
  return changeLines(writing, lines, (line) => {
    const indent = /^\s*/.exec(line.text)?.[0].length ?? 0
    const old = item.exec(line.text)?.[0].length ?? indent
    count++
    return {
      from: line.from + indent,
      to: line.from + Math.max(indent, old),
      insert: areAll ? '' : markOf(kind, count),
    }
  })
}

function kindOf(text: string): ListKind | null {
  if (task.test(text)) return 'task'
  if (number.test(text)) return 'number'
  return bullet.test(text) ? 'bullet' : null
}

function markOf(kind: ListKind, count: number): string {
  if (kind === 'task') return '- [ ] '
  return kind === 'number' ? `${count}. ` : '- '
}

/** A numbered list goes on where the line before it stopped. */
function numberBefore(doc: string, first: Line | undefined): number {
  if (!first || first.from === 0) return 0
  const before = /^\s*(\d{1,9})[.)]\s/.exec(lineAt(doc, first.from - 1).text)
  return before ? Number(before[1]) : 0
}

/** Whether the selection is in a list, where the Tab key moves items. */
export function isInList(writing: Writing): boolean {
  return selectedLines(writing).every(({ text }) => item.test(text))
}

/** One level deeper or, with `out`, back. The width of a level is that of the mark above. */
export function indentList(writing: Writing, out: boolean): Edit | null {
  const lines = selectedLines(writing)
  const first = lines[0]
  if (!first) return null
  const width = number.test(first.text) ? 3 : 2
  const depth = /^\s*/.exec(first.text)?.[0].length ?? 0
  if (out && depth === 0) return null
  return changeLines(writing, lines, (line) => {
    const indent = /^ */.exec(line.text)?.[0].length ?? 0
    const removed = out ? Math.min(indent, width) : 0
    return { from: line.from, to: line.from + removed, insert: out ? '' : ' '.repeat(width) }
  })
}

/** Enter on an empty item or quote: one level back, or out, behind the empty line that ends a block. */
export function leaveBlock(writing: Writing): Edit | null {
  const { doc, from, to } = writing
  const line = lineAt(doc, from)
  if (from !== to || from !== line.to) return null
  const isQuote = /^\s*(?:> ?)+$/.test(line.text)
  const isItem = item.exec(line.text)?.[0] === line.text
  if (!isQuote && !isItem) return null
  if (isItem && /^\s/.test(line.text)) return indentList(writing, true)
  const isApart = line.from === 0 || lineAt(doc, line.from - 1).text.trim() === ''
  const at = line.from + (isApart ? 0 : 1)
  return {
    changes: [{ from: line.from, to: line.to, insert: isApart ? '' : '\n' }],
    from: at,
    to: at,
  }
}

export function insertRule(writing: Writing): Edit {
  const { to } = lineAt(writing.doc, writing.to)
  const edit = insertBlock({ ...writing, from: to, to }, '---')
  return { ...edit, from: edit.from + 2, to: edit.to + 2 }
}

/** A fenced block; its fence is longer than any in the code. */
export function insertCodeBlock(writing: Writing, code: string, language: string): Edit {
  const longest = Math.max(
    2,
    ...[...code.matchAll(/^\s*(`{3,})/gm)].map(([, run]) => run?.length ?? 0),
  )
  const fence = '`'.repeat(longest + 1)
  const body = code.replace(/\n+$/, '')
  const block = `${fence}${language}\n${body}\n${fence}`
  return insertBlock(writing, block)
}

/** A table whose first heading is selected, ready to be typed over. */
export function insertTable(
  writing: Writing,
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
  return insertBlock(writing, lines.join('\n'), [2, 2 + headingText(1).length])
}

function filled(writing: Writing): Line[] {
  const lines = selectedLines(writing)
  const withText = lines.filter(({ text }) => text.trim() !== '')
  return withText.length > 0 ? withText : lines.slice(0, 1)
}

function changeLines(writing: Writing, lines: Line[], change: (line: Line) => Change): Edit {
  const changes = lines.map(change)
  const start = movedBy(changes, writing.from)
  const end = movedBy(changes, writing.to)
  // Over several lines the marks are part of what is selected.
  const first = lines.length > 1 ? lines[0] : undefined
  return { changes, from: Math.min(start, first?.from ?? start), to: end }
}
