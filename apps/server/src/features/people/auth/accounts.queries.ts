import { and, eq, ne } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { prepared } from '../../../kernel/prepared.ts'
import { equalsIgnoreCase } from '../users/users.queries.ts'
import { users } from '../../../schema/users.ts'

/** No account has it. Events with it do nothing, so that an unknown email takes as long as a known one. */
export const missingUserId = '0'

const accountOf = prepared((db: ReadDb, { userId }: { userId: string }) =>
  db.select().from(users).where(eq(users.id, userId)),
)

export async function findAccount(db: ReadDb, userId: string) {
  const [user] = await accountOf(db, { userId }, null, '')
  return user ?? null
}

export async function getAccount(db: ReadDb, userId: string) {
  return (await findAccount(db, userId)) ?? fail('auth.required')
}

export async function findAccountByEmail(db: ReadDb, email: string) {
  const [user] = await db
    .select()
    .from(users)
    .where(and(equalsIgnoreCase(users.email, email), ne(users.status, 'deleted')))
  return user ?? null
}
