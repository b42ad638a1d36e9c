import type { ChallengeAction } from '@stoa/contract/challenge'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import { prepared } from '../../kernel/prepared.ts'
import { inserted } from '../../kernel/transact.ts'
import type { Past } from './captcha.rules.ts'
import { actionCounts } from './captcha.table.ts'

/** Something that is counted: what is done, and by whom. */
export type Doing = { action: ChallengeAction; subject: string }

/**
 * Counts one and tells what came before it. One statement, so that of many at once each gets a place of its own;
 * what turns out not to count is given back.
 */
export async function countOne(db: Db, doing: Doing, now: Date, windowMs: number): Promise<Past> {
  const since = new Date(now.getTime() - windowMs).toISOString()
  const [row] = await count(db, { ...doing, now, since }, null, '')
  const { count: place, beforeAt } = inserted(row)
  return { count: place - 1, lastAt: place === 1 ? null : beforeAt }
}

const count = prepared((db: Db, { now, since, ...doing }: Doing & { now: Date; since: string }) => {
  const isFresh = sql`${actionCounts.lastAt} < ${since}`
  return db
    .insert(actionCounts)
    .values({ ...doing, count: 1, lastAt: now })
    .onConflictDoUpdate({
      target: [actionCounts.action, actionCounts.subject],
      set: {
        count: sql`case when ${isFresh} then 1 else ${actionCounts.count} + 1 end`,
        beforeAt: sql`case when ${isFresh} then null else ${actionCounts.lastAt} end`,
        lastAt: now,
      },
    })
    .returning({ count: actionCounts.count, beforeAt: actionCounts.beforeAt })
})

/** Takes one back that did not count. */
export async function giveBack(db: Db, { action, subject }: Doing) {
  await db
    .update(actionCounts)
    .set({
      count: sql`greatest(${actionCounts.count} - 1, 0)`,
      lastAt: sql`coalesce(${actionCounts.beforeAt}, ${actionCounts.lastAt})`,
    })
    .where(and(eq(actionCounts.action, action), eq(actionCounts.subject, subject)))
}

export async function findPast(db: Db, { action, subject }: Doing): Promise<Past> {
  const [row] = await db
    .select({ count: actionCounts.count, lastAt: actionCounts.lastAt })
    .from(actionCounts)
    .where(and(eq(actionCounts.action, action), eq(actionCounts.subject, subject)))
  return row === undefined || row.count === 0 ? { count: 0, lastAt: null } : row
}
