import { pointsOf } from '../../apps/server/src/features/reputation/reputation.actions.ts'
import type { Copy } from './copying.ts'
import type { Library } from './library.ts'
import type { Random } from './random.ts'
import { dayText, type Scale, timeText, until } from './scale.ts'
import { firstPerson, type SiteState } from './site-state.ts'
import type { TableName } from './tables.ts'

/** A site that is being written. */
export type Site = {
  scale: Scale
  library: Library
  state: SiteState
  copies: Record<TableName, Copy>
}

export function row(...fields: readonly (string | number)[]) {
  return `${fields.join('\t')}\n`
}

export const none = '\\N'

const digits = 13
const numbered = (type: string, n: number) => type + String(n).padStart(digits, '0')
export const questionId = (n: number) => numbered('1001', n)
export const answerId = (n: number) => numbered('1002', n)
export const tagId = (n: number) => numbered('1003', n + 1)
export const commentId = (n: number) => numbered('1007', n)

/** A person by their place among all, counted from zero. */
export const personId = (person: number) => firstPerson + person

/** Few people do most of everything. */
export function drawPerson({ scale }: Site, random: Random) {
  return Math.floor(scale.people * random.next() ** 2.5)
}

/** Different people, none of them the author. */
export function drawPeople(site: Site, random: Random, wanted: number, author: number) {
  const people = new Set<number>()
  const most = Math.min(wanted, Math.floor(site.scale.people / 4))
  while (people.size < most) {
    const person = drawPerson(site, random)
    if (person !== author) people.add(person)
  }
  return people
}

/** Some time after, soon more likely than late, and never in the future. */
export function later(random: Random, at: number) {
  const hours = 3_600 * (0.05 + random.next() ** 6 * 6_000)
  return Math.min(until - 1, Math.floor(at + hours))
}

export function countIn(counts: Int32Array, index: number, by: number) {
  counts[index] = (counts[index] ?? 0) + by
}

type Entry = {
  person: number
  kind: keyof typeof pointsOf
  objectId: string
  by: number
  at: number
}

export function enter({ state, copies }: Site, { person, kind, objectId, by, at }: Entry) {
  countIn(state.points, person, pointsOf[kind])
  const id = ++state.last.entry
  copies.reputation_entries.write(
    row(
      id,
      personId(person),
      kind,
      'given',
      pointsOf[kind],
      objectId,
      personId(by),
      dayText(at),
      timeText(at),
    ),
  )
}

type Voted = { kind: 'question' | 'answer' | 'comment'; id: string; author: number; at: number }

/** Votes, and what they give to the author; the score they make. */
export function writeVotes(site: Site, random: Random, voted: Voted, count: number) {
  const { kind, id: objectId, author } = voted
  let score = 0
  for (const by of drawPeople(site, random, count, author)) {
    const value = kind !== 'comment' && random.isOneIn(9) ? -1 : 1
    const at = later(random, voted.at)
    score += value
    site.copies.votes.write(row(personId(by), objectId, value, timeText(at)))
    if (kind === 'comment') continue
    enter(site, {
      person: author,
      kind: `${kind}.${value > 0 ? 'voted_up' : 'voted_down'}`,
      objectId,
      by,
      at,
    })
    if (kind === 'answer' && value < 0)
      enter(site, { person: by, kind: 'answer.vote_down', objectId, by, at })
  }
  return score
}

type Act = { kind: string; objectId: string; person: number; at: number }

export function note({ state, copies }: Site, { kind, objectId, person, at }: Act) {
  const id = ++state.last.activity
  copies.activities.write(row(id, kind, objectId, personId(person), timeText(at)))
}
