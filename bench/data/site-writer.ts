import { pointsOf } from '../../apps/server/src/features/people/reputation/reputation.actions.ts'
import type { Copy } from './copy-stream.ts'
import type { Library } from './library.ts'
import type { Random } from './random.ts'
import { dayText, type Scale, timeText, until } from './scale.ts'
import { firstUserId, type SiteState } from './site-state.ts'
import type { TableName } from './tables.ts'

/** A site that is being generated. */
export type Site = {
  scale: Scale
  library: Library
  state: SiteState
  copies: Record<TableName, Copy>
}

export function row(...fields: readonly (string | number)[]) {
  return `${fields.join('\t')}\n`
}

export const nullField = '\\N'

const digits = 13
const toId = (type: string, n: number) => type + String(n).padStart(digits, '0')
export const questionId = (n: number) => toId('1001', n)
export const answerId = (n: number) => toId('1002', n)
export const tagId = (n: number) => toId('1003', n + 1)
export const commentId = (n: number) => toId('1007', n)

/** A user by index. */
export const userIdOf = (user: number) => firstUserId + user

/** A few users do most of everything. */
export function drawUser({ scale }: Site, random: Random) {
  return Math.floor(scale.users * random.next() ** 2.5)
}

/** Distinct users without the author. */
export function drawUsers(site: Site, random: Random, count: number, author: number) {
  const users = new Set<number>()
  const maxUsers = Math.min(count, Math.floor(site.scale.users / 4))
  while (users.size < maxUsers) {
    const user = drawUser(site, random)
    if (user !== author) users.add(user)
  }
  return users
}

/** A later time, more likely soon than late, and never in the future. */
export function drawLaterTime(random: Random, at: number) {
  const hours = 3_600 * (0.05 + random.next() ** 6 * 6_000)
  return Math.min(until - 1, Math.floor(at + hours))
}

export function addTo(counts: Int32Array, index: number, by: number) {
  counts[index] = (counts[index] ?? 0) + by
}

type Entry = {
  user: number
  kind: keyof typeof pointsOf
  objectId: string
  by: number
  at: number
}

export function writeReputation({ state, copies }: Site, { user, kind, objectId, by, at }: Entry) {
  addTo(state.points, user, pointsOf[kind])
  const id = ++state.last.entry
  copies.reputation_entries.write(
    row(
      id,
      userIdOf(user),
      kind,
      'given',
      pointsOf[kind],
      objectId,
      userIdOf(by),
      dayText(at),
      timeText(at),
    ),
  )
}

type VotedContent = {
  kind: 'question' | 'answer' | 'comment'
  id: string
  author: number
  at: number
}

/** Writes votes and their reputation. Returns the score. */
export function writeVotes(site: Site, random: Random, content: VotedContent, count: number) {
  const { kind, id: objectId, author } = content
  let score = 0
  for (const by of drawUsers(site, random, count, author)) {
    const value = kind !== 'comment' && random.isOneIn(9) ? -1 : 1
    const at = drawLaterTime(random, content.at)
    score += value
    site.copies.votes.write(row(userIdOf(by), objectId, value, timeText(at)))
    if (kind === 'comment') continue
    writeReputation(site, {
      user: author,
      kind: `${kind}.${value > 0 ? 'voted_up' : 'voted_down'}`,
      objectId,
      by,
      at,
    })
    if (kind === 'answer' && value < 0)
      writeReputation(site, { user: by, kind: 'answer.vote_down', objectId, by, at })
  }
  return score
}

type Activity = { kind: string; objectId: string; user: number; at: number }

export function writeActivity({ state, copies }: Site, { kind, objectId, user, at }: Activity) {
  const id = ++state.last.activity
  copies.activities.write(row(id, kind, objectId, userIdOf(user), timeText(at)))
}
