import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
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
 * or posts is a transaction that saves where it ended, so the next run continues there, whatever happened to this one.
 */
export async function checkPast(ctx: Context, batchSize = defaultBatch) {
  const end = Date.now() + maxMs
  while (Date.now() < end) if (!(await checkBatch(ctx, batchSize))) return
}

/** Returns whether there may be more. */
async function checkBatch(ctx: Context, batchSize: number): Promise<boolean> {
  return await transact(ctx, async (tx) => {
    const { rows } = await tx.execute<{ isLocked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${pastLock}) as "isLocked"`,
    )
    if (rows[0]?.isLocked !== true) return false
    const [badge] = await tx
      .select()
      .from(badges)
      .where(and(eq(badges.isActive, true), isNull(badges.checkedAt)))
      .orderBy(asc(badges.id))
      .limit(1)
    if (badge === undefined) return false
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
