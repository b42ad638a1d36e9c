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

const plain = (text: string): DiffPart[] => [{ text, changed: false }]

function toLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Word-level parts of two versions of one line, or null when they share too little to be one. */
function wordParts(before: string, after: string): [DiffPart[], DiffPart[]] | null {
  const changes = diffWordsWithSpace(before, after)
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

function changeRows(before: string[], after: string[], from: number, to: number): DiffRow[] {
  const rows: DiffRow[] = []
  const added: DiffRow[] = []
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const [old, fresh] = [before[i], after[i]]
    const words = old !== undefined && fresh !== undefined ? wordParts(old, fresh) : null
    if (words) {
      rows.push(...added.splice(0))
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

/** Two texts line by line; changed lines carry their changed words, long agreement is folded. */
export function diffRows(before: string, after: string): DiffRow[] {
  const changes = diffLines(before, after)
  const rows: DiffRow[] = []
  let [from, to] = [1, 1]
  for (let i = 0; i < changes.length; i++) {
    const [change, next] = [changes[i], changes[i + 1]]
    if (!change) continue
    const lines = toLines(change.value)
    const isChange = change.added || change.removed
    const isPair = change.removed && next?.added
    const old = change.added ? [] : lines
    const fresh = isPair ? toLines(next.value) : change.removed ? [] : lines
    rows.push(...(isChange ? changeRows(old, fresh, from, to) : sameRows(lines, from, to)))
    from += old.length
    to += fresh.length
    if (isPair) i += 1
  }
  return foldSame(rows)
}
