import { moderationSettings } from '@stoa/contract/settings/moderation'
import { typeOfId } from '@stoa/contract/ids'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { postTraces, waveAccounts, waves } from '../../../schema/waves.ts'
import type { Neighbor } from '../../content/holding/spam.rules.ts'
import { findNeighbors } from '../../content/holding/traces.queries.ts'
import { chooseWave, type FoundWave, mostCommonTarget, planGroup } from './grouping.rules.ts'

/** Serializes grouping, so that two posts of one campaign do not start two waves. */
const groupingLock = 5_471_106
/** Earlier content that joins with one post. More joins with the next one. */
const perKey = 200

/** Puts spam that was held into the wave of its neighbors, or starts one. Idempotent. */
export async function groupContent(tx: Tx, objectId: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(${groupingLock})`)
  const [trace] = await tx.select().from(postTraces).where(eq(postTraces.objectId, objectId))
  const { spam_threshold: threshold } = tx.ctx.settings.get(moderationSettings)
  if (trace === undefined || trace.waveId !== null || !trace.isHeld || trace.score < threshold)
    return
  const self = { ...trace, targets: trace.hosts }
  const search = { userId: self.userId, now: tx.now, perKey }
  const found = await findNeighbors(tx, self, search)
  const neighbors = found.filter((one) => one.objectId !== objectId)
  const plan = planGroup(self, neighbors)
  if (plan === null) return
  const { joined, merged } = chooseWave(await lockWaves(tx, plan.waveIds))
  const newest = [self, ...plan.members].map(({ createdAt }) => createdAt.getTime())
  const lastPostAt = new Date(Math.max(...newest))
  const label = mostCommonTarget([self, ...plan.members])
  const waveId =
    joined?.id ?? (await createWave(tx, label ?? (await getText(tx, objectId)), lastPostAt))
  await addMembers(tx, waveId, { objectId, userId: self.userId }, plan.members)
  if (joined !== null) await updateWaves(tx, joined, merged, lastPostAt)
}

/** The lock that removing and restoring a wave takes too. */
async function lockWaves(tx: Tx, ids: readonly string[]): Promise<FoundWave[]> {
  for (const id of ids.toSorted((one, other) => Number(one) - Number(other)))
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`wave ${id}`}, 0))`)
  if (ids.length === 0) return []
  return await tx
    .select({ id: waves.id, state: waves.state, undoUntil: waves.undoUntil })
    .from(waves)
    .where(inArray(waves.id, [...ids]))
}

async function createWave(tx: Tx, label: string, lastPostAt: Date) {
  const [created] = await tx
    .insert(waves)
    .values({ label: label.slice(0, 200), createdAt: tx.now, lastPostAt })
    .returning({ id: waves.id })
  return requireRow(created).id
}

async function addMembers(
  tx: Tx,
  waveId: string,
  self: { objectId: string; userId: string },
  members: readonly Neighbor[],
) {
  const objectIds = [self.objectId, ...members.map(({ objectId }) => objectId)]
  await tx.update(postTraces).set({ waveId }).where(inArray(postTraces.objectId, objectIds))
  const leftOut = new Map([
    ...members.map(({ userId, isEstablished }) => [userId, isEstablished] as const),
    [self.userId, false] as const,
  ])
  await tx
    .insert(waveAccounts)
    .values([...leftOut].map(([userId, isLeftOut]) => ({ waveId, userId, leftOut: isLeftOut })))
    .onConflictDoNothing()
}

/** Requires the locks on the waves. Their rows come last, as in all transactions that change waves. */
async function updateWaves(
  tx: Tx,
  joined: FoundWave,
  merged: readonly FoundWave[],
  lastPostAt: Date,
) {
  const mergedIds = merged.map(({ id }) => id)
  if (mergedIds.length > 0) {
    await tx
      .update(postTraces)
      .set({ waveId: joined.id })
      .where(inArray(postTraces.waveId, mergedIds))
    await tx.execute(sql`
      insert into ${waveAccounts} (wave_id, user_id, left_out)
      select ${joined.id}::bigint, user_id, bool_or(left_out) from ${waveAccounts}
      where ${inArray(waveAccounts.waveId, mergedIds)} group by user_id
      on conflict do nothing`)
    await tx.delete(waves).where(inArray(waves.id, mergedIds))
  }
  await tx
    .update(waves)
    .set({
      lastPostAt: sql`greatest(${waves.lastPostAt}, ${lastPostAt.toISOString()}::timestamptz)`,
      state: joined.state === 'removed' ? 'open' : joined.state,
    })
    .where(eq(waves.id, joined.id))
}

const labelLength = 80

/** The beginning of the text. */
async function getText(tx: Tx, objectId: string) {
  const kind = typeOfId(objectId)
  const table = kind === 'question' ? questions : kind === 'answer' ? answers : comments
  const [row] = await tx
    .select({ text: table.originalText })
    .from(table)
    .where(eq(table.id, objectId))
  return (row?.text ?? '').replace(/\s+/g, ' ').trim().slice(0, labelLength) || '…'
}
