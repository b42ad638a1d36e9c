import type { StaffAction, StaffLogValues } from '@stoa/contract/features/staff-log'
import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { changeWaveAccount as changeAccountCall } from '@stoa/contract/features/waves'
import { limits } from '@stoa/contract/limits'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed, isStaff } from '../../../kernel/rules.ts'
import { users } from '../../../schema/users.ts'
import { waveAccounts, waves } from '../../../schema/waves.ts'
import { recordStaffAction } from '../staff-log/staff-log.actions.ts'
import { countHeldByWave } from './dismissal.queries.ts'
import { prepareRemoval } from './removal.actions.ts'
import { prepareRestoration } from './restoration.actions.ts'
import { countRemoved } from './waves.queries.ts'
import { canChangeAccounts, canDismiss, canRemove, canRestore, canStop } from './waves.rules.ts'

const undoMs = limits.waves.undoDays * 86_400_000

/**
 * Before all rows: steps of a job and changes of the state follow each other. The row itself is updated last, because posts
 * that join the wave do so too.
 */
export async function lockWave(tx: Tx, waveId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`wave ${waveId}`}, 0))`)
  const [wave] = await tx.select().from(waves).where(eq(waves.id, waveId))
  return wave ?? fail('wave.not_found')
}

/** The job does the rest in short transactions. */
export async function removeWave(tx: Tx, actor: Actor, waveId: string) {
  const wave = await lockWave(tx, waveId)
  assertAllowed(canRemove(wave), { show: 'toast' })
  const total = await prepareRemoval(tx, waveId)
  const undoUntil = new Date(tx.now.getTime() + undoMs)
  await tx
    .update(waves)
    .set({ ...started(tx, actor), state: 'removing', total, undoUntil })
    .where(eq(waves.id, waveId))
  await tx.emit('wave.removal_started', { waveId })
}

export async function restoreWave(tx: Tx, actor: Actor, waveId: string) {
  const wave = await lockWave(tx, waveId)
  assertAllowed(canRestore(wave, tx.now), { show: 'toast' })
  const total = await prepareRestoration(tx, waveId)
  await tx
    .update(waves)
    .set({ ...started(tx, actor), state: 'restoring', total })
    .where(eq(waves.id, waveId))
  await tx.emit('wave.restoration_started', { waveId })
}

export async function dismissWave(tx: Tx, actor: Actor, waveId: string) {
  const wave = await lockWave(tx, waveId)
  assertAllowed(canDismiss(wave), { show: 'toast' })
  const total = await countHeldByWave(tx, waveId)
  await recordWave(tx, actor, {
    action: 'dismiss_wave',
    waveId,
    before: { state: wave.state },
    after: { state: 'dismissed', label: wave.label, held: total },
  })
  await tx
    .update(waves)
    .set({ ...started(tx, actor), state: 'dismissed', total })
    .where(eq(waves.id, waveId))
  await tx.emit('wave.dismissed', { waveId })
}

function started(tx: Tx, actor: Actor) {
  return { decidedBy: actor.id, decidedAt: tx.now, done: 0, stopAsked: false }
}

/** Takes effect at once: the next step of the job finds another state. */
export async function stopWave(tx: Tx, actor: Actor, waveId: string) {
  const wave = await lockWave(tx, waveId)
  assertAllowed(canStop(wave), { show: 'toast' })
  await finishWave(tx, actor, wave, { isStopped: true })
  await tx.emit('wave.changed', { waveId })
}

export type WaveRow = typeof waves.$inferSelect

/** A stopped removal leaves the wave open; a stopped restoration can be continued. Requires `lockWave`. */
export async function finishWave(
  tx: Tx,
  actor: Pick<Actor, 'id'>,
  { id, state, label, total, done, undoUntil }: WaveRow,
  { isStopped }: { isStopped: boolean },
) {
  const isRemoval = state === 'removing'
  const finished = isRemoval !== isStopped ? 'removed' : 'open'
  const { posts, accounts } = await countRemoved(tx, id)
  await recordWave(tx, actor, {
    action: isRemoval ? 'remove_wave' : 'restore_wave',
    waveId: id,
    before: { state },
    after: {
      state: finished,
      label,
      removed_posts: posts,
      suspended_accounts: accounts,
      ...(isRemoval ? {} : { restored: done }),
    },
  })
  await tx
    .update(waves)
    .set({
      state: finished,
      stopAsked: isStopped,
      ...(isStopped ? {} : { done: total }),
      undoUntil: posts + accounts > 0 ? undoUntil : null,
    })
    .where(eq(waves.id, id))
}

type AccountChange = ParsedInputOf<typeof changeAccountCall>

export async function changeWaveAccount(tx: Tx, input: AccountChange) {
  const { id: waveId, user_id: userId, is_left_out: leftOut } = input
  assertAllowed(canChangeAccounts(await lockWave(tx, waveId)), { show: 'toast' })
  const [user] = await tx
    .select({ roleId: users.roleId })
    .from(waveAccounts)
    .innerJoin(users, eq(users.id, waveAccounts.userId))
    .where(and(eq(waveAccounts.waveId, waveId), eq(waveAccounts.userId, userId)))
  if (user === undefined) fail('user.not_found')
  if (!leftOut && isStaff(user)) fail('user.is_staff')
  await tx
    .update(waveAccounts)
    .set({ leftOut })
    .where(and(eq(waveAccounts.waveId, waveId), eq(waveAccounts.userId, userId)))
  await tx.emit('wave.changed', { waveId })
}

type WaveRecord = {
  action: StaffAction
  waveId: string
  before?: StaffLogValues
  after: StaffLogValues
}

/** About many users at once, so the entry is about none. */
export async function recordWave(
  tx: Tx,
  actor: Pick<Actor, 'id'>,
  { waveId, ...record }: WaveRecord,
) {
  await recordStaffAction(tx, {
    ...record,
    actorId: actor.id,
    objectType: 'wave',
    objectId: waveId,
    userId: '0',
  })
}
