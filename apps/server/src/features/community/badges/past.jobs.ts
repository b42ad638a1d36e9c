import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { transact } from '../../../kernel/transact.ts'
import { type BadgeRow, badges } from '../../../schema/badges.ts'
import { award } from './awarding.actions.ts'
import { subjectTableOf } from './badges.conditions.ts'

/** One process checks the past at a time. */
const pastLock = 5_471_107

/** Less than the minute until the next run. */
const maxMs = 50_000
const defaultBatch = 5_000

/**
 * Awards badges for what was done before they existed or while they were inactive, without notifications. Each batch of users
 * or posts is a transaction that saves where it ended, so the next run continues there, whatever happened to this one. Badges
 * take turns, and one that fails is left for the next run, so that it does not keep the others from being checked.
 */
export async function checkPast(ctx: Context, batchSize = defaultBatch) {
  const end = Date.now() + maxMs
  const failures = new Map<string, unknown>()
  let ids = await listUnchecked(ctx.primary)
  while (ids.length > 0 && Date.now() < end) {
    for (const id of ids)
      try {
        if (!(await checkBatch(ctx, id, batchSize))) return
      } catch (error) {
        failures.set(id, error)
      }
    ids = (await listUnchecked(ctx.primary)).filter((id) => !failures.has(id))
  }
  const [first] = failures.values()
  if (failures.size > 0)
    throw new Error(`checking the past failed for badges ${[...failures.keys()].join(', ')}`, {
      cause: first,
    })
}

const isUnchecked = and(eq(badges.isActive, true), isNull(badges.checkedAt))

async function listUnchecked(db: ReadDb) {
  const rows = await db
    .select({ id: badges.id })
    .from(badges)
    .where(isUnchecked)
    .orderBy(asc(badges.id))
  return rows.map(({ id }) => id)
}

/** Returns false while another process checks the past. */
async function checkBatch(ctx: Context, badgeId: string, batchSize: number): Promise<boolean> {
  return await transact(ctx, async (tx) => {
    await tx.execute(sql`set local statement_timeout = '5min'`)
    const { rows } = await tx.execute<{ isLocked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${pastLock}) as "isLocked"`,
    )
    if (rows[0]?.isLocked !== true) return false
    const [badge] = await tx
      .select()
      .from(badges)
      .where(and(eq(badges.id, badgeId), isUnchecked))
    if (badge === undefined) return true
    const upTo = await findEndOfBatch(tx, badge, batchSize)
    if (upTo !== null)
      await award(tx, badge, { after: badge.checkedTo, upTo }, { isNotified: false })
    await tx
      .update(badges)
      .set(upTo === null ? { checkedAt: tx.now } : { checkedTo: upTo })
      .where(eq(badges.id, badge.id))
    return true
  })
}

async function findEndOfBatch(tx: Tx, { condition, checkedTo }: BadgeRow, batchSize: number) {
  const table = subjectTableOf(condition)
  const { rows } = await tx.execute<{ id: string | null }>(sql`
    select max(id)::text as id from (
      select id from ${table} where id > ${checkedTo}::bigint order by id limit ${batchSize}) batch`)
  return rows[0]?.id ?? null
}
