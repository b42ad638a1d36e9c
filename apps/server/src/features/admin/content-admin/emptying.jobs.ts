import { roles } from '@stoa/contract/access'
import type { EmptiableType } from '@stoa/contract/features/content-admin'
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { after } from '../../../kernel/events.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { transact } from '../../../kernel/transact.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { askRemoval } from '../../community/content-moderation/removal.actions.ts'
import { findStaff } from '../../community/user-moderation/staff.queries.ts'
import { users } from '../../../schema/users.ts'
import { removeUnusedUsers } from './unused-users.actions.ts'

const batchSize = 100

export const emptyingListeners = [
  after('content.emptying_asked', 'empty', emptyDeleted, { isLong: true }),
]

type Emptying = { type: EmptiableType; userId: string; until: string }

function emptyDeleted(ctx: Context, { type, ...emptying }: Emptying) {
  if (type === 'users') return emptyUsers(ctx, emptying)
  return emptyPosts(ctx, type === 'questions' ? questions : answers, emptying)
}

type Until = { userId: string; until: string }

/**
 * Asks for one removal after the other. After a crash it asks again, which changes nothing. Ends when the user is no admin any
 * more.
 */
async function emptyPosts(
  ctx: Context,
  table: typeof questions | typeof answers,
  { userId, until }: Until,
) {
  for (let last = '0'; ;) {
    const rows = await ctx.primary
      .select({ id: table.id })
      .from(table)
      .where(
        and(sql`${table.status} = 10`, lte(table.deletedAt, new Date(until)), gt(table.id, last)),
      )
      .orderBy(asc(table.id))
      .limit(batchSize)
    for (const { id } of rows) {
      const actor = await findStaff(ctx, userId)
      if (actor?.roleId !== roles.admin) return
      await askIfDeleted(ctx, actor, id)
    }
    last = rows.at(-1)?.id ?? last
    if (rows.length < batchSize) return
  }
}

/** One transaction for each batch. After a crash it starts again with those that are left. */
async function emptyUsers(ctx: Context, { userId, until }: Until) {
  for (let last = '0'; ;) {
    const actor = await findStaff(ctx, userId)
    if (actor?.roleId !== roles.admin) return
    const rows = await ctx.primary
      .select({ id: users.id })
      .from(users)
      .where(
        and(eq(users.status, 'deleted'), lte(users.deletedAt, new Date(until)), gt(users.id, last)),
      )
      .orderBy(asc(users.id))
      .limit(batchSize)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await transact(ctx, (tx) => removeUnusedUsers(tx, actor, ids))
    last = ids.at(-1) ?? last
    if (rows.length < batchSize) return
  }
}

/** Posts that were restored or removed meanwhile are left out. */
async function askIfDeleted(ctx: Context, actor: Actor, objectId: string) {
  try {
    await transact(ctx, (tx) => askRemoval(tx, actor, { objectId, reason: '' }))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
