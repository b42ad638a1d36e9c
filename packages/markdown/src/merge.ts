import { diffArrays } from 'diff'

/** A part of a merged text; a conflict is a part that both sides changed. */
export type MergePart =
  | { kind: 'same' | 'mine' | 'theirs'; lines: string[] }
  | { kind: 'conflict'; mine: string[]; theirs: string[] }

export type Choice = 'mine' | 'theirs' | 'both'

/** Replaces the lines from `from` up to `to` of the base. */
type Change = { from: number; to: number; lines: string[] }

/** Three-way merge by lines. */
export function mergeTexts(base: string, mine: string, theirs: string): MergePart[] {
  const baseLines = base.split('\n')
  const myChanges = diffLines(baseLines, mine.split('\n'))
  const theirChanges = diffLines(baseLines, theirs.split('\n'))
  const parts: MergePart[] = []
  let at = 0
  while (myChanges.length > 0 || theirChanges.length > 0) {
    const group = takeGroup(myChanges, theirChanges)
    if (group.from > at) parts.push({ kind: 'same', lines: baseLines.slice(at, group.from) })
    parts.push(toPart(baseLines, group))
    at = group.to
  }
  if (at < baseLines.length) parts.push({ kind: 'same', lines: baseLines.slice(at) })
  return parts
}

/** Applies one choice for each conflict, in order. */
export function composeText(parts: readonly MergePart[], choices: readonly Choice[]): string {
  let index = 0
  return parts
    .flatMap((part) => {
      if (part.kind !== 'conflict') return part.lines
      const choice = choices[index++] ?? 'mine'
      return choice === 'both' ? [...part.mine, ...part.theirs] : part[choice]
    })
    .join('\n')
}

/** Merges an indivisible value, such as a title. */
export function mergeValue(base: string, mine: string, theirs: string): MergePart {
  if (mine === theirs || theirs === base) return { kind: 'mine', lines: [mine] }
  if (mine === base) return { kind: 'theirs', lines: [theirs] }
  return { kind: 'conflict', mine: [mine], theirs: [theirs] }
}

/** Merges an unordered list, such as tags. */
export function mergeLists(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): string[] {
  const removed = base.filter((item) => !theirs.includes(item))
  const added = theirs.filter((item) => !base.includes(item))
  return [...new Set([...mine.filter((item) => !removed.includes(item)), ...added])]
}

/** The diff takes quadratic time in the number of edits; beyond this the texts count as one change. */
const maxEdits = 200

function diffLines(base: string[], next: string[]): Change[] {
  const diff = diffArrays(base, next, { maxEditLength: maxEdits })
  if (diff === undefined) return [toSingleChange(base, next)]
  const changes: Change[] = []
  let at = 0
  let last: Change | null = null
  for (const { added, removed, value } of diff) {
    if (!added && !removed) {
      at += value.length
      last = null
      continue
    }
    if (last === null) changes.push((last = { from: at, to: at, lines: [] }))
    if (added) last.lines = [...last.lines, ...value]
    else at = last.to += value.length
  }
  return changes
}

/** Everything between the common prefix and suffix. */
function toSingleChange(base: string[], next: string[]): Change {
  const minLength = Math.min(base.length, next.length)
  let from = 0
  while (from < minLength && base[from] === next[from]) from++
  let suffix = 0
  while (suffix < minLength - from && base.at(-1 - suffix) === next.at(-1 - suffix)) suffix++
  return { from, to: base.length - suffix, lines: next.slice(from, next.length - suffix) }
}

type ChangeGroup = { from: number; to: number; mine: Change[]; theirs: Change[] }

/** Takes the first change and all changes of both sides that overlap it. */
function takeGroup(myChanges: Change[], theirChanges: Change[]): ChangeGroup {
  const first = Math.min(myChanges[0]?.from ?? Infinity, theirChanges[0]?.from ?? Infinity)
  const group: ChangeGroup = { from: first, to: first, mine: [], theirs: [] }
  const take = (list: Change[], into: Change[]) => {
    const next = list[0]
    if (next === undefined || !(next.from < group.to || next.from === first)) return false
    into.push(next)
    list.shift()
    group.to = Math.max(group.to, next.to)
    return true
  }
  let hasMore = true
  while (hasMore) {
    const hasTakenMine = take(myChanges, group.mine)
    hasMore = take(theirChanges, group.theirs) || hasTakenMine
  }
  return group
}

function toPart(base: string[], group: ChangeGroup): MergePart {
  const mine = applyChanges(base, group, group.mine)
  const theirs = applyChanges(base, group, group.theirs)
  if (group.theirs.length === 0) return { kind: 'mine', lines: mine }
  if (group.mine.length === 0) return { kind: 'theirs', lines: theirs }
  const isSame = mine.length === theirs.length && mine.every((line, i) => line === theirs[i])
  return isSame ? { kind: 'same', lines: mine } : { kind: 'conflict', mine, theirs }
}

/** The lines of one side in the range of the group. */
function applyChanges(base: string[], group: ChangeGroup, changes: Change[]): string[] {
  const pieces: string[][] = []
  let at = group.from
  for (const change of changes) {
    pieces.push(base.slice(at, change.from), change.lines)
    at = change.to
  }
  return [...pieces, base.slice(at, group.to)].flat()
}
