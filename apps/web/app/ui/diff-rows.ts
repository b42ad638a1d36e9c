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
// Comparing takes quadratic time in the number of differences. Beyond these limits texts are shown as removed and added.
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

function wordComparer(): CompareWords {
  let rest = MAX_COMPARED_CHARACTERS
  return (before, after) => {
    rest -= before.length + after.length
    return rest < 0 ? null : wordParts(before, after)
  }
}

/** Word-level parts of two versions of one line, or null when they share too little to be one. */
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

type Lines = { old: string[]; fresh: string[]; from: number; to: number }

function changeRows({ old: before, fresh: after, from, to }: Lines, compare: CompareWords) {
  const rows: DiffRow[] = []
  const added: DiffRow[] = []
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const [old, fresh] = [before[i], after[i]]
    const words = old !== undefined && fresh !== undefined ? compare(old, fresh) : null
    if (words) {
      for (const row of added.splice(0)) rows.push(row)
      rows.push({
        kind: 'changed',
        before: { line: from + i, parts: words[0] },
        after: { line: to + i, parts: words[1] },
      })
      continue
    }
    if (old !== undefined) {
      rows.push({ kind: 'removed', before: { line: from + i, parts: plain(old) }, after: null })
    }
    if (fresh !== undefined) {
      added.push({ kind: 'added', before: null, after: { line: to + i, parts: plain(fresh) } })
    }
  }
  return [...rows, ...added]
}

function foldSame(rows: DiffRow[]): DiffRow[] {
  const near = rows.map(() => false)
  rows.forEach((row, i) => {
    if (row.kind === 'same') return
    for (let j = i - CONTEXT_LINES; j <= i + CONTEXT_LINES; j++) if (j in near) near[j] = true
  })
  const folded: DiffRow[] = []
  rows.forEach((row, i) => {
    const last = folded.at(-1)
    if (near[i]) folded.push(row)
    else if (last?.kind === 'gap') last.lines += 1
    else folded.push({ kind: 'gap', lines: 1 })
  })
  return folded
}

function sameRows(lines: string[], from: number, to: number): DiffRow[] {
  return lines.map((text, i) => {
    const parts = plain(text)
    return { kind: 'same', before: { line: from + i, parts }, after: { line: to + i, parts } }
  })
}

/** Two texts line by line; changed lines carry their changed words, long agreement and very long changes are folded. */
export function diffRows(before: string, after: string): DiffRow[] {
  const changes = lineChanges(before, after)
  const compare = wordComparer()
  const groups: DiffRow[][] = []
  let [from, to] = [1, 1]
  for (let i = 0; i < changes.length; i++) {
    const [change, next] = [changes[i], changes[i + 1]]
    if (!change) continue
    const lines = toLines(change.value)
    const isChange = change.added || change.removed
    const isPair = change.removed && next?.added
    const old = change.added ? [] : lines
    const fresh = isPair ? toLines(next.value) : change.removed ? [] : lines
    groups.push(
      isChange ? changeRows({ old, fresh, from, to }, compare) : sameRows(lines, from, to),
    )
    from += old.length
    to += fresh.length
    if (isPair) i += 1
  }
  return foldEnd(foldSame(groups.flat()))
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

function foldEnd(rows: DiffRow[]): DiffRow[] {
  if (rows.length <= MAX_ROWS) return rows
  const hidden = rows.slice(MAX_ROWS)
  const lines = hidden.reduce((sum, row) => sum + (row.kind === 'gap' ? row.lines : 1), 0)
  return [...rows.slice(0, MAX_ROWS), { kind: 'gap', lines }]
}
