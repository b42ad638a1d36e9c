import { diffLines, diffWordsWithSpace } from 'diff'

export type DiffPart = { text: string; changed: boolean }

export type DiffSide = { line: number; parts: DiffPart[] }

export type DiffRow =
  | { kind: 'same' | 'changed'; before: DiffSide; after: DiffSide }
  | { kind: 'removed'; before: DiffSide; after: null }
  | { kind: 'added'; before: null; after: DiffSide }
  | { kind: 'gap'; lines: number }

const CONTEXT_LINES = 3
const MIN_SHARED = 0.35
// Diffing is quadratic in the number of differences. Beyond these limits a text is shown as removed and added.
const MAX_LINE_EDITS = 400
const MAX_WORD_EDITS = 100
const MAX_COMPARED_CHARACTERS = 20_000
const MAX_ROWS = 1_000

const plain = (text: string): DiffPart[] => [{ text, changed: false }]

function toLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

type CompareWords = (before: string, after: string) => [DiffPart[], DiffPart[]] | null

function createWordComparer(): CompareWords {
  let remaining = MAX_COMPARED_CHARACTERS
  return (before, after) => {
    remaining -= before.length + after.length
    return remaining < 0 ? null : wordParts(before, after)
  }
}

/** Returns null when the lines have too little in common to count as one changed line. */
function wordParts(before: string, after: string): [DiffPart[], DiffPart[]] | null {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_WORD_EDITS })
  if (changes === undefined) return null
  const shared = changes
    .filter((c) => !c.added && !c.removed)
    .reduce((n, c) => n + c.value.length, 0)
  if (shared < MIN_SHARED * Math.max(before.length, after.length)) return null
  const side = (skip: 'added' | 'removed') =>
    changes
      .filter((c) => !c[skip])
      .map((c) => ({ text: c.value, changed: Boolean(c.added || c.removed) }))
  return [side('added'), side('removed')]
}

type ChangedLines = { before: string[]; after: string[]; from: number; to: number }

function changeRows({ before, after, from, to }: ChangedLines, compare: CompareWords) {
  const rows: DiffRow[] = []
  const added: DiffRow[] = []
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const [oldLine, newLine] = [before[i], after[i]]
    const isPair = oldLine !== undefined && newLine !== undefined
    const words = isPair ? compare(oldLine, newLine) : null
    if (words) {
      for (const row of added.splice(0)) rows.push(row)
      rows.push({
        kind: 'changed',
        before: { line: from + i, parts: words[0] },
        after: { line: to + i, parts: words[1] },
      })
      continue
    }
    if (oldLine !== undefined) {
      rows.push({ kind: 'removed', before: { line: from + i, parts: plain(oldLine) }, after: null })
    }
    if (newLine !== undefined) {
      added.push({ kind: 'added', before: null, after: { line: to + i, parts: plain(newLine) } })
    }
  }
  return [...rows, ...added]
}

function collapseUnchanged(rows: DiffRow[]): DiffRow[] {
  const isNearChange = rows.map(() => false)
  rows.forEach((row, i) => {
    if (row.kind === 'same') return
    for (let j = i - CONTEXT_LINES; j <= i + CONTEXT_LINES; j++)
      if (j in isNearChange) isNearChange[j] = true
  })
  const collapsed: DiffRow[] = []
  rows.forEach((row, i) => {
    const last = collapsed.at(-1)
    if (isNearChange[i]) collapsed.push(row)
    else if (last?.kind === 'gap') last.lines += 1
    else collapsed.push({ kind: 'gap', lines: 1 })
  })
  return collapsed
}

function sameRows(lines: string[], from: number, to: number): DiffRow[] {
  return lines.map((text, i) => {
    const parts = plain(text)
    return { kind: 'same', before: { line: from + i, parts }, after: { line: to + i, parts } }
  })
}

/** Line diff with changed words; unchanged runs and very long diffs are collapsed. */
export function diffRows(before: string, after: string): DiffRow[] {
  const changes = lineChanges(before, after)
  const compare = createWordComparer()
  const groups: DiffRow[][] = []
  let [from, to] = [1, 1]
  for (let i = 0; i < changes.length; i++) {
    const [change, next] = [changes[i], changes[i + 1]]
    if (!change) continue
    const lines = toLines(change.value)
    const isChange = change.added || change.removed
    const isPair = change.removed && next?.added
    const oldLines = change.added ? [] : lines
    const newLines = isPair ? toLines(next.value) : change.removed ? [] : lines
    groups.push(
      isChange
        ? changeRows({ before: oldLines, after: newLines, from, to }, compare)
        : sameRows(lines, from, to),
    )
    from += oldLines.length
    to += newLines.length
    if (isPair) i += 1
  }
  return truncateRows(collapseUnchanged(groups.flat()))
}

type LineChange = { value: string; added?: boolean; removed?: boolean }

function lineChanges(before: string, after: string): LineChange[] {
  const changes = diffLines(before, after, { maxEditLength: MAX_LINE_EDITS })
  return (
    changes ?? [
      { value: before, removed: true },
      { value: after, added: true },
    ]
  )
}

function truncateRows(rows: DiffRow[]): DiffRow[] {
  if (rows.length <= MAX_ROWS) return rows
  const hidden = rows.slice(MAX_ROWS)
  const lines = hidden.reduce((sum, row) => sum + (row.kind === 'gap' ? row.lines : 1), 0)
  return [...rows.slice(0, MAX_ROWS), { kind: 'gap', lines }]
}

export type WordChange = { text: string; kind: 'same' | 'added' | 'removed' }

/** Changed words of one line, such as a title. Lines with too many differences are replaced as a whole. */
export function diffWords(before: string, after: string): WordChange[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_WORD_EDITS })
  if (changes === undefined)
    return [
      { text: before, kind: 'removed' },
      { text: after, kind: 'added' },
    ]
  return changes.map(({ value, added, removed }) => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }))
}
