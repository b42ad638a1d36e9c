import {
  lineAt,
  replaceSelection,
  selectedLines,
  type Change,
  type Edit,
  type TextSelection,
} from './text-selection.ts'

const wordCharacter = /[\p{L}\p{N}\p{M}_]/u

// Block markers at the start of a line, which must stay outside of emphasis.
const linePrefix = /^(?:\s*(?:>|[-*+]|\d+[.)]|#{1,6}|\[[ xX]\])\s+)*/

type ToggleOptions = { mark: string; placeholder: string }

export function toggleBold(selection: TextSelection, placeholder: string): Edit {
  return toggle(selection, { mark: '**', placeholder })
}

export function toggleStrike(selection: TextSelection, placeholder: string): Edit {
  return toggle(selection, { mark: '~~', placeholder })
}

/** Underscores; asterisks inside of a word, where CommonMark ignores underscores. */
export function toggleItalic(selection: TextSelection, placeholder: string): Edit {
  if (isMarked(selection, '*')) return toggle(selection, { mark: '*', placeholder })
  const { doc, from, to } = expandToWord(selection)
  const inWord = wordCharacter.test(doc.charAt(from - 1)) || wordCharacter.test(doc.charAt(to))
  const mark = inWord && !isMarked(selection, '_') ? '*' : '_'
  return toggle(selection, { mark, placeholder })
}

/** Uses more backticks than the code contains. */
export function toggleCode(selection: TextSelection, placeholder: string): Edit {
  const text = selection.doc.slice(selection.from, selection.to)
  if (!text.includes('`')) return toggle(selection, { mark: '`', placeholder })
  const maxRun = Math.max(...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  if (/^`[^`]+`$/.test(text))
    return replaceSelection(selection, text.slice(1, -1), [0, text.length - 2])
  const ticks = '`'.repeat(maxRun + 1)
  return replaceSelection(selection, `${ticks} ${text} ${ticks}`, [
    maxRun + 2,
    maxRun + 2 + text.length,
  ])
}

function toggle(selection: TextSelection, { mark, placeholder }: ToggleOptions): Edit {
  if (isMarked(selection, mark)) return removeMarks(selection, mark)
  if (selectedLines(selection).length > 1 && selection.from !== selection.to)
    return markLines(selection, mark)
  const { doc, from, to } = expandToWord(trimSelection(selection))
  const text = doc.slice(from, to) || placeholder
  return {
    changes: [{ from, to, insert: mark + text + mark }],
    from: from + mark.length,
    to: from + mark.length + text.length,
  }
}

/** Whether the marks surround the selection or are part of it. */
function isMarked(selection: TextSelection, mark: string): boolean {
  const { doc, from, to } = expandToWord(trimSelection(selection))
  return isSurrounded(doc, from, to, mark) || includesMarks(doc.slice(from, to), mark)
}

function isSurrounded(doc: string, from: number, to: number, mark: string): boolean {
  const character = mark.charAt(0)
  const before = runBefore(doc, from, character)
  const after = runAfter(doc, to, character)
  return matchesMark(before, mark) && matchesMark(after, mark)
}

function includesMarks(text: string, mark: string): boolean {
  const character = mark.charAt(0)
  if (text.length <= mark.length * 2) return false
  return (
    matchesMark(runAfter(text, 0, character), mark) &&
    matchesMark(runBefore(text, text.length, character), mark)
  )
}

// `**` is bold, not italic twice; `***` is both.
function matchesMark(run: number, mark: string): boolean {
  if (mark === '*') return run === 1 || run === 3
  if (mark === '**') return run === 2 || run === 3
  return run >= mark.length
}

function runBefore(text: string, position: number, character: string): number {
  let count = 0
  while (text.charAt(position - 1 - count) === character) count++
  return count
}

function runAfter(text: string, position: number, character: string): number {
  let count = 0
  while (text.charAt(position + count) === character) count++
  return count
}

function removeMarks(selection: TextSelection, mark: string): Edit {
  const { doc, from, to } = expandToWord(trimSelection(selection))
  const size = mark.length
  if (isSurrounded(doc, from, to, mark)) {
    return {
      changes: [
        { from: from - size, to: from, insert: '' },
        { from: to, to: to + size, insert: '' },
      ],
      from: selection.from - size,
      to: selection.to - size,
    }
  }
  return {
    changes: [
      { from, to: from + size, insert: '' },
      { from: to - size, to, insert: '' },
    ],
    from,
    to: to - size * 2,
  }
}

/** Emphasis cannot span paragraphs, so each line is marked. */
function markLines(selection: TextSelection, mark: string): Edit {
  const changes: Change[] = []
  for (const line of selectedLines(selection)) {
    const prefix = linePrefix.exec(line.text)?.[0].length ?? 0
    const part = trimSelection({
      doc: selection.doc,
      from: Math.max(selection.from, line.from + prefix),
      to: Math.min(selection.to, line.to),
    })
    if (part.from >= part.to) continue
    changes.push({ from: part.from, to: part.from, insert: mark })
    changes.push({ from: part.to, to: part.to, insert: mark })
  }
  const added = changes.length * mark.length
  return { changes, from: selection.from, to: selection.to + added }
}

/** Without block markers and surrounding spaces: `** a**` is not bold. */
function trimSelection({ doc, from, to }: TextSelection): TextSelection {
  const line = lineAt(doc, from)
  const prefix = linePrefix.exec(line.text)?.[0].length ?? 0
  let start = Math.min(to, Math.max(from, line.from + prefix))
  let end = to
  while (start < end && /\s/.test(doc.charAt(start))) start++
  while (end > start && /\s/.test(doc.charAt(end - 1))) end--
  return { doc, from: start, to: end }
}

/** Expands an empty selection to the word around the cursor. */
function expandToWord(selection: TextSelection): TextSelection {
  const { doc, from, to } = selection
  if (from !== to) return selection
  let start = from
  let end = to
  while (start > 0 && isWord(doc.charAt(start - 1))) start--
  while (end < doc.length && isWord(doc.charAt(end))) end++
  const isInside = start < from && end > to
  return isInside ? { doc, from: start, to: end } : selection
}

const isWord = (character: string) => character !== '_' && wordCharacter.test(character)

/** `[text](url)`, or `![text](url)` for an image. */
export function toLink(text: string, url: string, kind: 'link' | 'image' = 'link'): string {
  const label = text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/([\\[\]])/g, '\\$1')
  return `${kind === 'image' ? '!' : ''}[${label}](${toDestination(url)})`
}

function toDestination(url: string): string {
  const oneLine = url.trim().replaceAll(/[\r\n]+/g, '')
  const encoded = oneLine.replaceAll(/[<>]/g, (character) => encodeURIComponent(character))
  return /[\s()]/.test(encoded) ? `<${encoded}>` : encoded
}
