import type { SuspendDuration } from '@stoa/contract/features/user-moderation'
import type { StaffAction, StaffLogValues } from '@stoa/contract/features/staff-log'
import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { suspensions } from '../../../schema/user-moderation.ts'
import { users } from '../../../schema/users.ts'
import { recordStaffAction } from '../staff-log/staff-log.actions.ts'
import { allDays, toEnd } from './user-moderation.rules.ts'
import { lockSuspensions, lockUser } from './users.actions.ts'

type Kind = (typeof suspensions.$inferSelect)['kind']
type NewSuspension = {
  userId: string
  duration: SuspendDuration
  reason: string
  removeDays?: number
  /** The removal of a spam wave has one entry in the staff log for all of its accounts. */
  isPartOfWave?: boolean
}

/** Sessions read the status with every request, so it takes effect with the next one. */
export async function suspendUser(tx: Tx, actor: Actor, input: NewSuspension) {
  const { userId, reason, removeDays = 0, isPartOfWave = false } = input
  await lockSuspensions(tx, userId)
  const current = await findCurrent(tx, userId, 'suspension')
  const { status, suspendedUntil } = await lockUser(tx, actor, userId, 'suspend')
  const until = toEnd(input.duration, tx.now)
  await end(tx, current?.id, actor.id)
  const suspensionId = await create(tx, actor, 'suspension', { ...input, until })
  await tx
    .update(users)
    .set({ status: 'suspended', suspendedUntil: until })
    .where(eq(users.id, userId))
  const change = {
    userId,
    reason,
    before: { status, ...toUntil(status === 'suspended', suspendedUntil) },
    after: {
      status: 'suspended',
      ...toUntil(true, until),
      ...toRemoved(removeDays),
    },
  }
  if (!isPartOfWave) await record(tx, actor, 'suspend', change)
  await tx.emit('user.suspended', { userId, byId: actor.id, suspensionId })
  return suspensionId
}

type End = { userId: string; reason: string; isPartOfWave?: boolean }

export async function unsuspendUser(
  tx: Tx,
  actor: Actor,
  { userId, reason, restoresPosts, isPartOfWave = false }: End & { restoresPosts: boolean },
) {
  await lockSuspensions(tx, userId)
  const current = await findCurrent(tx, userId, 'suspension')
  const { status, suspendedUntil } = await lockUser(tx, actor, userId, 'moderate')
  if (status !== 'suspended') fail('user.not_suspended')
  await end(tx, current?.id, actor.id)
  await tx.update(users).set({ status: 'normal', suspendedUntil: null }).where(eq(users.id, userId))
  const change = {
    userId,
    reason,
    before: { status, ...toUntil(true, suspendedUntil) },
    after: { status: 'normal' },
  }
  if (!isPartOfWave) await record(tx, actor, 'unsuspend', change)
  await tx.emit('user.unsuspended', { userId })
  if (restoresPosts && current !== undefined) await askToRestore(tx, actor, current)
}

export async function silenceUser(tx: Tx, actor: Actor, input: NewSuspension) {
  const { userId, reason } = input
  await lockSuspensions(tx, userId)
  const current = await findCurrent(tx, userId, 'silence')
  const { silencedUntil } = await lockUser(tx, actor, userId, 'moderate')
  const until = toEnd(input.duration, tx.now)
  await end(tx, current?.id, actor.id)
  await create(tx, actor, 'silence', { ...input, until })
  await tx.update(users).set({ silencedUntil: until }).where(eq(users.id, userId))
  await record(tx, actor, 'silence', {
    userId,
    reason,
    before: toUntil(silencedUntil !== null, silencedUntil),
    after: toUntil(true, until),
  })
  await tx.emit('user.silenced', { userId, byId: actor.id })
}

export async function unsilenceUser(tx: Tx, actor: Actor, { userId, reason }: End) {
  await lockSuspensions(tx, userId)
  const current = await findCurrent(tx, userId, 'silence')
  const { silencedUntil } = await lockUser(tx, actor, userId, 'moderate')
  if (silencedUntil === null) fail('user.not_silenced')
  await end(tx, current?.id, actor.id)
  await tx.update(users).set({ silencedUntil: null }).where(eq(users.id, userId))
  await record(tx, actor, 'unsilence', { userId, reason, before: toUntil(true, silencedUntil) })
  await tx.emit('user.unsilenced', { userId })
}

export async function restoreRemovedPosts(tx: Tx, actor: Actor, suspensionId: string) {
  const [found] = await tx.select().from(suspensions).where(eq(suspensions.id, suspensionId))
  if (found === undefined || found.removeDays === 0) fail('object.not_found')
  await lockSuspensions(tx, found.userId)
  await lockUser(tx, actor, found.userId, 'moderate')
  await askToRestore(tx, actor, found)
}

type Suspension = typeof suspensions.$inferSelect

/** The job that deletes posts takes the same lock, and stops once this is set. */
async function askToRestore(tx: Tx, actor: Actor, { id, userId, removeDays }: Suspension) {
  if (removeDays === 0) return
  await tx.update(suspensions).set({ postsRestoredAt: tx.now }).where(eq(suspensions.id, id))
  await record(tx, actor, 'restore_posts', { userId, after: { suspension: id } })
  await tx.emit('user.posts_restore_asked', { userId, byId: actor.id, suspensionId: id })
}

async function findCurrent(tx: Tx, userId: string, kind: Kind) {
  const [current] = await tx
    .select()
    .from(suspensions)
    .where(
      and(eq(suspensions.userId, userId), eq(suspensions.kind, kind), isNull(suspensions.endedAt)),
    )
  return current
}

async function end(tx: Tx, id: string | undefined, endedBy: string) {
  if (id === undefined) return
  await tx.update(suspensions).set({ endedAt: tx.now, endedBy }).where(eq(suspensions.id, id))
}

async function create(
  tx: Tx,
  actor: Actor,
  kind: Kind,
  { userId, reason, until, removeDays = 0 }: NewSuspension & { until: Date | null },
) {
  const [created] = await tx
    .insert(suspensions)
    .values({ userId, kind, authorId: actor.id, reason, createdAt: tx.now, until, removeDays })
    .returning({ id: suspensions.id })
  return requireRow(created).id
}

function toUntil(isSet: boolean, until: Date | null): StaffLogValues {
  return isSet ? { until: until?.toISOString() ?? 'forever' } : {}
}

function toRemoved(removeDays: number): StaffLogValues {
  if (removeDays === allDays) return { remove_content: true }
  return removeDays > 0 ? { remove_days: removeDays } : {}
}

type Change = {
  userId: string
  reason?: string
  before?: StaffLogValues
  after?: StaffLogValues
}

async function record(tx: Tx, actor: Actor, action: StaffAction, change: Change) {
  await recordStaffAction(tx, {
    actorId: actor.id,
    action,
    objectType: 'user',
    objectId: change.userId,
    ...change,
  })
}
