import {
  lineAt,
  replaceSelection,
  selectedLines,
  type Change,
  type Edit,
  type Writing,
} from './writing.ts'

const wordCharacter = /[\p{L}\p{N}\p{M}_]/u

// What stands before the text of a line and must stay outside of emphasis.
const linePrefix = /^(?:\s*(?:>|[-*+]|\d+[.)]|#{1,6}|\[[ xX]\])\s+)*/

type Mark = { mark: string; placeholder: string }

export function toggleBold(writing: Writing, placeholder: string): Edit {
  return toggle(writing, { mark: '**', placeholder })
}

export function toggleStrike(writing: Writing, placeholder: string): Edit {
  return toggle(writing, { mark: '~~', placeholder })
}

/** Underscores, or stars inside of a word, where underscores mean nothing. */
export function toggleItalic(writing: Writing, placeholder: string): Edit {
  if (isMarked(writing, '*')) return toggle(writing, { mark: '*', placeholder })
  const { doc, from, to } = wordAround(writing)
  const inWord = wordCharacter.test(doc.charAt(from - 1)) || wordCharacter.test(doc.charAt(to))
  const mark = inWord && !isMarked(writing, '_') ? '*' : '_'
  return toggle(writing, { mark, placeholder })
}

/** As many backticks as the code needs around it. */
export function toggleCode(writing: Writing, placeholder: string): Edit {
  const text = writing.doc.slice(writing.from, writing.to)
  if (!text.includes('`')) return toggle(writing, { mark: '`', placeholder })
  const longest = Math.max(...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  if (/^`[^`]+`$/.test(text))
    return replaceSelection(writing, text.slice(1, -1), [0, text.length - 2])
  const ticks = '`'.repeat(longest + 1)
  return replaceSelection(writing, `${ticks} ${text} ${ticks}`, [
    longest + 2,
    longest + 2 + text.length,
  ])
}

function toggle(writing: Writing, { mark, placeholder }: Mark): Edit {
  if (isMarked(writing, mark)) return unmark(writing, mark)
  if (selectedLines(writing).length > 1 && writing.from !== writing.to)
    return markLines(writing, mark)
  const { doc, from, to } = wordAround(trimmed(writing))
  const text = doc.slice(from, to) || placeholder
  return {
    changes: [{ from, to, insert: mark + text + mark }],
    from: from + mark.length,
    to: from + mark.length + text.length,
  }
}

/** Whether the marks stand around the selection or are its first and last characters. */
function isMarked(writing: Writing, mark: string): boolean {
  const { doc, from, to } = wordAround(trimmed(writing))
  return stands(doc, from, to, mark) || holds(doc.slice(from, to), mark)
}

function stands(doc: string, from: number, to: number, mark: string): boolean {
  const character = mark.charAt(0)
  const before = runBefore(doc, from, character)
  const after = runAfter(doc, to, character)
  return fits(before, mark) && fits(after, mark)
}

function holds(text: string, mark: string): boolean {
  const character = mark.charAt(0)
  if (text.length <= mark.length * 2) return false
  return (
    fits(runAfter(text, 0, character), mark) && fits(runBefore(text, text.length, character), mark)
  )
}

// `**` is bold and not twice italic; `***` is both.
function fits(run: number, mark: string): boolean {
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

function unmark(writing: Writing, mark: string): Edit {
  const { doc, from, to } = wordAround(trimmed(writing))
  const size = mark.length
  if (stands(doc, from, to, mark)) {
    return {
      changes: [
        { from: from - size, to: from, insert: '' },
        { from: to, to: to + size, insert: '' },
      ],
      from: writing.from - size,
      to: writing.to - size,
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

/** Emphasis does not reach over paragraphs, so every line gets its own. */
function markLines(writing: Writing, mark: string): Edit {
  const changes: Change[] = []
  for (const line of selectedLines(writing)) {
    const prefix = linePrefix.exec(line.text)?.[0].length ?? 0
    const part = trimmed({
      doc: writing.doc,
      from: Math.max(writing.from, line.from + prefix),
      to: Math.min(writing.to, line.to),
    })
    if (part.from >= part.to) continue
    changes.push({ from: part.from, to: part.from, insert: mark })
    changes.push({ from: part.to, to: part.to, insert: mark })
  }
  const added = changes.length * mark.length
  return { changes, from: writing.from, to: writing.to + added }
}

/** The selection without the mark of its line and the spaces at its ends: `** a**` is not bold. */
function trimmed({ doc, from, to }: Writing): Writing {
  const line = lineAt(doc, from)
  const prefix = linePrefix.exec(line.text)?.[0].length ?? 0
  let start = Math.min(to, Math.max(from, line.from + prefix))
  let end = to
  while (start < end && /\s/.test(doc.charAt(start))) start++
  while (end > start && /\s/.test(doc.charAt(end - 1))) end--
  return { doc, from: start, to: end }
}

/** Without a selection: the word the cursor is in. */
function wordAround(writing: Writing): Writing {
  const { doc, from, to } = writing
  if (from !== to) return writing
  let start = from
  let end = to
  while (start > 0 && isWord(doc.charAt(start - 1))) start--
  while (end < doc.length && isWord(doc.charAt(end))) end++
  const isInside = start < from && end > to
  return isInside ? { doc, from: start, to: end } : writing
}

const isWord = (character: string) => character !== '_' && wordCharacter.test(character)

/** `[text](address)`, or `![text](address)` for an image. */
export function toLink(text: string, address: string, kind: 'link' | 'image' = 'link'): string {
  const label = text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/([\\[\]])/g, '\\$1')
  return `${kind === 'image' ? '!' : ''}[${label}](${toDestination(address)})`
}

function toDestination(address: string): string {
  const oneLine = address.trim().replaceAll(/[\r\n]+/g, '')
  const encoded = oneLine.replaceAll(/[<>]/g, (sign) => encodeURIComponent(sign))
  return /[\s()]/.test(encoded) ? `<${encoded}>` : encoded
}
