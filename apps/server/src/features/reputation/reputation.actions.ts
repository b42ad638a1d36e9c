import { and, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import { personTag } from '../../kernel/pages/page-tags.ts'
import type { Tx } from '../../kernel/transact.ts'
import { type AcceptancePair, paidAcceptances, pointsOfPair } from './acceptance.actions.ts'
import { reputationEntries, type ReputationKind } from './reputation.table.ts'

/** What each act is worth to the person it happens to. */
export const pointsOf = {
  'question.voted_up': 10,
  'question.voted_down': -2,
  'answer.voted_up': 10,
  'answer.voted_down': -2,
  'answer.vote_down': -1,
  'answer.accepted': 15,
  'answer.accept': 2,
  'edit.accepted': 2,
} as const satisfies Record<ReputationKind, number>

/** Votes give a person no more than this in a day of the site; what comes on top is written as zero. */
const dailyBound = 200

/** What an act gives one person; what an acceptance gives is capped by the pair. */
type Gain = {
  userId: string
  kind: ReputationKind
  objectId: string
  byUserId: string
  pair?: AcceptancePair
}
/** An act of one person on a post, or of whoever did it, with all that it gave to whomever. */
type Act = { objectId: string; byUserId?: string; kinds: readonly ReputationKind[] }

/** That an answer is accepted ends for good when it is deleted; what votes gave comes back with it. */
const acceptance: readonly ReputationKind[] = ['answer.accepted', 'answer.accept']

/**
 * Takes back what earlier acts gave, and gives what new ones are worth. The caller has locked the post, so that the
 * acts on it stand still. Not for a post that is deleted: what it gave is away already. Written when all else is done.
 */
export function moveReputation(
  tx: Tx,
  { takeBack = [], give }: { takeBack?: readonly Act[]; give: readonly Gain[] },
  timeZone: string,
) {
  const day = dayOf(tx, timeZone)
  const entries = [...takeBack.map(takenBack), ...give.map((gain) => given(gain, day))]
  if (entries.length === 0) return
  const statement = entering(tx, sql.join(entries, sql` union all `), timeZone)
  tx.lastly(statement, (rows) => touchPeople(tx, rows))
}

/** Deleted posts take along what they have earned and cost. */
export async function hideReputation(
  tx: Tx,
  postIds: readonly string[],
  byUserId: string,
  timeZone: string,
) {
  const ofPosts = inArray(reputationEntries.objectId, [...postIds])
  const accepted = inArray(reputationEntries.kind, [...acceptance])
  const entries = [
    oppositeOfActs(and(ofPosts, accepted)),
    opposite(and(ofPosts, not(accepted)), { change: 'deleted', byUserId }),
  ]
  await enter(tx, sql.join(entries, sql` union all `), timeZone)
}

/** A post that is back brings back what it took along. */
export async function restoreReputation(
  tx: Tx,
  postId: string,
  byUserId: string,
  timeZone: string,
) {
  const isAway = and(
    eq(reputationEntries.objectId, postId),
    inArray(reputationEntries.change, ['deleted', 'restored']),
  )
  await enter(tx, opposite(isAway, { change: 'restored', byUserId }), timeZone)
}

// Entries are written as queries of (user_id, kind, change, points, object_id, by_user_id).

function given({ userId, kind, objectId, byUserId, pair }: Gain, day: SQL): SQL {
  const worth = sql`${pointsOf[kind]}::int`
  const points =
    pair === undefined
      ? worth
      : sql`case when ${pointsOfPair(pair, day)} >= ${paidAcceptances * pointsOf['answer.accepted']} then 0 else ${worth} end`
  return sql`select ${userId}::bigint as user_id, ${kind} as kind, 'given' as change,
    ${points} as points, ${objectId}::bigint as object_id, ${byUserId}::bigint as by_user_id`
}

function takenBack({ objectId, byUserId, kinds }: Act): SQL {
  return oppositeOfActs(
    and(
      eq(reputationEntries.objectId, objectId),
      byUserId === undefined ? undefined : eq(reputationEntries.byUserId, byUserId),
      inArray(reputationEntries.kind, [...kinds]),
    ),
  )
}

/** Each under the name of the one who acted. Whoever deleted a post stands on such rows too: those are left out. */
function oppositeOfActs(rows: SQL | undefined): SQL {
  const acts = and(rows, inArray(reputationEntries.change, ['given', 'taken_back']))
  return sql`select user_id, kind, 'taken_back' as change, -sum(points)::int as points, object_id, by_user_id
    from ${reputationEntries} where ${acts}
    group by user_id, kind, object_id, by_user_id having sum(points) <> 0`
}

type Change = (typeof reputationEntries.$inferSelect)['change']

/** What makes up for rows of the ledger, for each person, post and kind. */
function opposite(
  rows: SQL | undefined,
  { change, byUserId }: { change: Change; byUserId: string },
): SQL {
  return sql`select user_id, kind, ${change} as change, -sum(points)::int as points, object_id,
      ${byUserId}::bigint as by_user_id
    from ${reputationEntries} where ${rows} group by user_id, kind, object_id having sum(points) <> 0`
}

async function enter(tx: Tx, entries: SQL, timeZone: string) {
  touchPeople(tx, (await tx.execute(entering(tx, entries, timeZone))).rows)
}

/**
 * Writes rows of the ledger and moves the people's sums with them. People are locked last of all, in order; what votes
 * gave them today is asked for when they are, by a function that sees what was committed until then.
 */
function entering(tx: Tx, entries: SQL, timeZone: string): SQL {
  const now = nowOf(tx)
  const day = dayOf(tx, timeZone)
  const isAboveBound = sql`change = 'given' and kind like '%.voted_up' and points_from_votes(user_id, ${day}) >= ${dailyBound}`
  return sql`
    with wanted as (${entries}),
    locked as (
      select id from users where id in (select user_id from wanted) order by id for no key update),
    written as (
      insert into reputation_entries (user_id, kind, change, points, object_id, by_user_id, day, created_at)
      select user_id, kind, change, case when ${isAboveBound} then 0 else points end, object_id, by_user_id, ${day}, ${now}
      from wanted inner join locked on locked.id = wanted.user_id
      returning user_id, points),
    moved as (
      update users set points = users.points + sums.points
      from (select user_id, sum(points)::int as points from written group by user_id) sums
      where users.id = sums.user_id and sums.points <> 0)
    select id from locked`
}

const nowOf = (tx: Tx) => sql`${tx.now.toISOString()}::timestamptz`
const dayOf = (tx: Tx, timeZone: string) => sql`(${nowOf(tx)} at time zone ${timeZone})::date`

/** Pages that show what these people have. */
function touchPeople(tx: Tx, rows: Record<string, unknown>[]) {
  tx.touch(
    rows.map(({ id }) => personTag(String(id))),
    'soon',
  )
}
