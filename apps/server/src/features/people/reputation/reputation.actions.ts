import { interfaceSettings } from '@stoa/contract/settings/site'
import { and, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import type { WriteDb } from '../../../kernel/database.ts'
import { prepared } from '../../../kernel/prepared.ts'
import { type AcceptancePair, maxPaidAcceptances, sumPairPoints } from './acceptance.actions.ts'
import {
  isForOwnAct,
  type ReputationChange,
  reputationEntries,
  type ReputationKind,
} from '../../../schema/reputation.ts'

/** Points per act for the user it happens to. */
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

/** Upvotes grant a user at most this many points per day (site time zone); the rest is recorded as zero. */
const dailyVoteCap = 200

/** Points from an acceptance are capped per asker/answerer pair. */
type Grant = {
  userId: string
  kind: ReputationKind
  objectId: string
  byUserId: string
  pair?: AcceptancePair
}
/** Everything an act on a post granted, to any user; without `byUserId`, whoever did it. */
type Act = { objectId: string; byUserId?: string; kinds: readonly ReputationKind[] }

/** Deleting an answer ends its acceptance for good; points from votes come back when it is restored. */
const acceptanceKinds: readonly ReputationKind[] = ['answer.accepted', 'answer.accept']

/**
 * Revokes what previous acts granted and grants the points of new ones. The caller holds the lock on the post. Not for
 * deleted posts: their points are hidden already.
 */
export async function changeReputation(
  tx: Tx,
  { revoke = [], grant }: { revoke?: readonly Act[]; grant: readonly Grant[] },
) {
  const when = whenOf(tx)
  const [only] = grant
  if (revoke.length === 0 && grant.length === 1 && only !== undefined && only.pair === undefined) {
    const { kind, userId, objectId, byUserId } = only
    return emitChanged(
      tx,
      await writeGrant(tx, { userId, objectId, byUserId, ...when }, null, kind),
    )
  }
  const entries = [...revoke.map(revokeEntry), ...grant.map((one) => grantEntry(one, dayOf(when)))]
  if (entries.length > 0) await writeEntries(tx, entries)
}

/** Prepared, because most votes grant points once and revoke none. */
const writeGrant = prepared(
  (
    db: WriteDb,
    { now, timeZone, ...grant }: When & Omit<Grant, 'kind' | 'pair'>,
    _viewer,
    kind: ReputationKind,
  ) =>
    entriesQuery(db, grantEntry({ ...grant, kind }, dayOf({ now, timeZone })), { now, timeZone }),
)

/** Revokes one grant of several that the same user may have made for the object. */
export async function revokeGrant(tx: Tx, { userId, kind, objectId, byUserId }: Grant) {
  await writeEntries(tx, [
    sql`select ${userId}::bigint as user_id, ${kind} as kind, 'taken_back' as change,
      ${-pointsOf[kind]}::int as points, ${objectId}::bigint as object_id, ${byUserId}::bigint as by_user_id`,
  ])
}

/** Hides what deleted posts have earned and cost. */
export async function hideReputation(tx: Tx, postIds: readonly string[], byUserId: string) {
  const ofPosts = inArray(reputationEntries.objectId, [...postIds])
  const accepted = inArray(reputationEntries.kind, [...acceptanceKinds])
  const entries = [
    reverseActs(and(ofPosts, accepted)),
    reverseEntries(and(ofPosts, not(accepted)), { change: 'deleted', byUserId }),
  ]
  await writeEntries(tx, entries)
}

/** Undoes `hideReputation` for a restored post. */
export async function restoreReputation(tx: Tx, postId: string, byUserId: string) {
  const isHidden = and(
    eq(reputationEntries.objectId, postId),
    inArray(reputationEntries.change, ['deleted', 'restored']),
  )
  await writeEntries(tx, [reverseEntries(isHidden, { change: 'restored', byUserId })])
}

/** Entries are queries of (user_id, kind, change, points, object_id, by_user_id). */
export async function writeEntries(tx: Tx, entries: readonly SQL[]) {
  await emitChanged(
    tx,
    await entriesQuery(tx, sql.join([...entries], sql` union all `), whenOf(tx)),
  )
}

type ChangedRow = { userId: string; objectId: string; points: number }

async function emitChanged(tx: Tx, changes: readonly ChangedRow[]) {
  if (changes.length === 0) return
  await tx.emit('reputation.changed', {
    changes: changes.map(({ userId, objectId, points }) => ({
      userId: String(userId),
      objectId: String(objectId),
      points,
    })),
  })
}

function grantEntry({ userId, kind, objectId, byUserId, pair }: Grant, day: SQL): SQL {
  const fullPoints = sql`${pointsOf[kind]}::int`
  const points =
    pair === undefined
      ? fullPoints
      : sql`case when ${sumPairPoints(pair, day)} >= ${maxPaidAcceptances * pointsOf['answer.accepted']} then 0 else ${fullPoints} end`
  return sql`select ${userId}::bigint as user_id, ${kind} as kind, 'given' as change,
    ${points} as points, ${objectId}::bigint as object_id, ${byUserId}::bigint as by_user_id`
}

function revokeEntry({ objectId, byUserId, kinds }: Act): SQL {
  return reverseActs(
    and(
      eq(reputationEntries.objectId, objectId),
      byUserId === undefined ? undefined : eq(reputationEntries.byUserId, byUserId),
      inArray(reputationEntries.kind, [...kinds]),
    ),
  )
}

/** Everything but deletions, whose rows name whoever deleted the post. */
export const actChanges = [
  'given',
  'taken_back',
  'serial_voting',
  'voter_removed',
  'reinstated',
] as const satisfies readonly ReputationChange[]

/** Keeps the acting user. */
function reverseActs(condition: SQL | undefined): SQL {
  const acts = and(condition, inArray(reputationEntries.change, [...actChanges]))
  return sql`select user_id, kind, 'taken_back' as change, -sum(points)::int as points, object_id, by_user_id
    from ${reputationEntries} where ${acts}
    group by user_id, kind, object_id, by_user_id having sum(points) <> 0`
}

/** Compensating entries, one per user, post and kind. */
function reverseEntries(
  condition: SQL | undefined,
  { change, byUserId }: { change: ReputationChange; byUserId: string },
): SQL {
  return sql`select user_id, kind, ${change} as change, -sum(points)::int as points, object_id,
      ${byUserId}::bigint as by_user_id
    from ${reputationEntries} where ${condition} group by user_id, kind, object_id having sum(points) <> 0`
}

type When = { now: string; timeZone: string }

/**
 * Writes ledger entries and updates the users' totals. Users are locked last, in order of id. The daily cap is checked
 * under that lock, by a function that sees everything committed until then.
 */
function entriesQuery(db: WriteDb, entries: SQL, { now, timeZone }: When) {
  const day = dayOf({ now, timeZone })
  const isAboveCap = sql`change = 'given' and kind like '%.voted_up' and points_from_votes(user_id, ${day}) >= ${dailyVoteCap}`
  const newEntries = db.$with('new_entries', {}).as(entries)
  const locked = db.$with('locked', {}).as(sql`
    select id from users where id in (select user_id from new_entries) order by id for no key update`)
  const written = db.$with('written', {}).as(sql`
    insert into reputation_entries (user_id, kind, change, points, object_id, by_user_id, day, created_at)
    select user_id, kind, change, case when ${isAboveCap} then 0 else points end, object_id, by_user_id, ${day},
      ${now}::timestamptz
    from new_entries inner join locked on locked.id = new_entries.user_id
    returning user_id, object_id, kind, points`)
  const updated = db.$with('updated', {}).as(sql`
    update users set points = users.points + sums.points
    from (select user_id, sum(points)::int as points from written group by user_id) sums
    where users.id = sums.user_id and sums.points <> 0`)
  return db
    .with(newEntries, locked, written, updated)
    .select({
      userId: sql<string>`user_id`,
      objectId: sql<string>`object_id`,
      points: sql<number>`coalesce(sum(points) filter (where not ${isForOwnAct}), 0)::int`,
    })
    .from(sql`written`)
    .groupBy(sql`user_id, object_id`)
}

/** Days are those of the site's time zone. */
function whenOf(tx: Tx): When {
  return {
    now: tx.now.toISOString(),
    timeZone: tx.ctx.settings.get(interfaceSettings).time_zone,
  }
}

const dayOf = ({ now, timeZone }: When) => sql`(${now}::timestamptz at time zone ${timeZone})::date`
