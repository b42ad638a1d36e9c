import type { CaptchaAction } from '@stoa/contract/captcha'
import { and, eq, or, sql } from 'drizzle-orm'
import type { ReadDb, WriteDb } from '../../../kernel/database.ts'
import { prepared } from '../../../kernel/prepared.ts'
import { requireRow } from '../../../kernel/transact.ts'
import type { PreviousActions } from './captcha.rules.ts'
import { actionCounts } from '../../../schema/captcha.ts'

/** `subject` is a user id or a network; of `plugin_failed`, a plugin. */
export type CountedAction = { action: CaptchaAction | 'plugin_failed'; subject: string }

/** Counts the action and returns the previous ones. A single upsert, so that concurrent actions are all counted. */
export async function countAction(
  db: WriteDb,
  counted: CountedAction,
  now: Date,
  windowMs: number,
): Promise<PreviousActions> {
  const since = new Date(now.getTime() - windowMs).toISOString()
  const [row] = await upsertCount(db, { ...counted, now, since }, null, '')
  const { count: total, beforeAt } = requireRow(row)
  return { count: total - 1, lastAt: total === 1 ? null : beforeAt }
}

const upsertCount = prepared(
  (db: WriteDb, { now, since, ...counted }: CountedAction & { now: Date; since: string }) => {
    const isWindowExpired = sql`${actionCounts.lastAt} < ${since}`
    return db
      .insert(actionCounts)
      .values({ ...counted, count: 1, lastAt: now })
      .onConflictDoUpdate({
        target: [actionCounts.action, actionCounts.subject],
        set: {
          count: sql`case when ${isWindowExpired} then 1 else ${actionCounts.count} + 1 end`,
          beforeAt: sql`case when ${isWindowExpired} then null else ${actionCounts.lastAt} end`,
          lastAt: now,
        },
      })
      .returning({ count: actionCounts.count, beforeAt: actionCounts.beforeAt })
  },
)

export async function uncountAction(db: WriteDb, { action, subject }: CountedAction) {
  await db
    .update(actionCounts)
    .set({
      count: sql`greatest(${actionCounts.count} - 1, 0)`,
      lastAt: sql`coalesce(${actionCounts.beforeAt}, ${actionCounts.lastAt})`,
    })
    .where(and(eq(actionCounts.action, action), eq(actionCounts.subject, subject)))
}

/** In the same order. One statement. */
export async function findPreviousActions(
  db: ReadDb,
  counted: readonly CountedAction[],
): Promise<PreviousActions[]> {
  const { action, subject, count, lastAt } = actionCounts
  const rows = await db
    .select({ action, subject, count, lastAt })
    .from(actionCounts)
    .where(or(...counted.map((one) => and(eq(action, one.action), eq(subject, one.subject)))))
  return counted.map((one) => {
    const row = rows.find((found) => found.action === one.action && found.subject === one.subject)
    return row === undefined || row.count === 0 ? { count: 0, lastAt: null } : row
  })
}
