import { diffArrays } from 'diff'

/** A piece of a text that was changed apart; what only one side touched is merged already. */
export type MergePart =
  | { kind: 'same' | 'mine' | 'theirs'; lines: string[] }
  | { kind: 'conflict'; mine: string[]; theirs: string[] }

export type Choice = 'mine' | 'theirs' | 'both'

/** Lines of the common start, from and up to, and what one side has in their place. */
type Change = { from: number; to: number; lines: string[] }

/** Merges two texts that began as one, line by line. */
export function mergeTexts(base: string, mine: string, theirs: string): MergePart[] {
  const start = base.split('\n')
  const ours = changesOf(start, mine.split('\n'))
  const others = changesOf(start, theirs.split('\n'))
  const parts: MergePart[] = []
  let at = 0
  while (ours.length > 0 || others.length > 0) {
    const group = takeGroup(ours, others)
    if (group.from > at) parts.push({ kind: 'same', lines: start.slice(at, group.from) })
    parts.push(toPart(start, group))
    at = group.to
  }
  if (at < start.length) parts.push({ kind: 'same', lines: start.slice(at) })
  return parts
}

/** The merged text, with the choice made for each conflict in turn. */
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

/** A value that is one thing, such as a title: whoever changed it has their way, unless both did. */
export function mergeValue(base: string, mine: string, theirs: string): MergePart {
  if (mine === theirs || theirs === base) return { kind: 'mine', lines: [mine] }
  if (mine === base) return { kind: 'theirs', lines: [theirs] }
  return { kind: 'conflict', mine: [mine], theirs: [theirs] }
}

/** A list without an order, such as tags: what either side added or took away. */
export function mergeLists(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): string[] {
  const removed = base.filter((one) => !theirs.includes(one))
  const added = theirs.filter((one) => !base.includes(one))
  return [...new Set([...mine.filter((one) => !removed.includes(one)), ...added])]
}

/** Comparing takes quadratic time in the number of lines that differ. Beyond this the rest is one change. */
const mostEdits = 200

function changesOf(base: string[], next: string[]): Change[] {
  const compared = diffArrays(base, next, { maxEditLength: mostEdits })
  if (compared === undefined) return [wholeChange(base, next)]
  const changes: Change[] = []
  let at = 0
  let last: Change | null = null
  for (const { added, removed, value } of compared) {
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

/** Everything between the lines that both texts begin and end with. */
function wholeChange(base: string[], next: string[]): Change {
  const shorter = Math.min(base.length, next.length)
  let from = 0
  while (from < shorter && base[from] === next[from]) from++
  let tail = 0
  while (tail < shorter - from && base.at(-1 - tail) === next.at(-1 - tail)) tail++
  return { from, to: base.length - tail, lines: next.slice(from, next.length - tail) }
}

type Group = { from: number; to: number; mine: Change[]; theirs: Change[] }

/** Takes the first change and all that overlap with it, on either side. */
function takeGroup(ours: Change[], others: Change[]): Group {
  const first = Math.min(ours[0]?.from ?? Infinity, others[0]?.from ?? Infinity)
  const group: Group = { from: first, to: first, mine: [], theirs: [] }
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
    const tookMine = take(ours, group.mine)
    hasMore = take(others, group.theirs) || tookMine
  }
  return group
}

function toPart(base: string[], group: Group): MergePart {
  const mine = linesOf(base, group, group.mine)
  const theirs = linesOf(base, group, group.theirs)
  if (group.theirs.length === 0) return { kind: 'mine', lines: mine }
  if (group.mine.length === 0) return { kind: 'theirs', lines: theirs }
  const isSame = mine.length === theirs.length && mine.every((line, i) => line === theirs[i])
  return isSame ? { kind: 'same', lines: mine } : { kind: 'conflict', mine, theirs }
}

/** What one side has where the group stands. */
function linesOf(base: string[], group: Group, changes: Change[]): string[] {
  const pieces: string[][] = []
  let at = group.from
  for (const change of changes) {
    pieces.push(base.slice(at, change.from), change.lines)
    at = change.to
  }
  return [...pieces, base.slice(at, group.to)].flat()
}
