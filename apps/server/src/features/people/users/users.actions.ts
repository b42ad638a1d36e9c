import { and, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { equalsIgnoreCase } from './users.queries.ts'
import { users } from '../../../schema/users.ts'

const noUserId = '0'

/**
 * Reserves a username until the end of the transaction; false when it is taken or reserved. Uses an advisory lock
 * that does not wait, because a violation of the unique index would fail the whole transaction.
 */
export async function claimUsername(tx: Tx, username: string, userId = noUserId): Promise<boolean> {
  const name = `username ${username.toLowerCase()}`
  const { rows } = await tx.execute<{ claimed: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as claimed`,
  )
  if (rows[0]?.claimed !== true) return false
  const taken = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(equalsIgnoreCase(users.username, username), ne(users.id, userId)))
  return taken.length === 0
}
