import type { CurrentUser } from '@stoa/contract/features/users'
import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import { fail } from '../../kernel/errors.ts'
import { prepared } from '../../kernel/prepared.ts'
import { sameText, toCurrentUser } from '../users/users.queries.ts'
import { users } from '../users/users.table.ts'

export async function findCurrentUser(db: Db, userId: string): Promise<CurrentUser | null> {
  const user = await findAccount(db, userId)
  return user === null ? null : toCurrentUser(user)
}

const accountOf = prepared((db: Db, { userId }: { userId: string }) =>
  db.select().from(users).where(eq(users.id, userId)),
)

export async function findAccount(db: Db, userId: string) {
  const [user] = await accountOf(db, { userId }, null, '')
  return user ?? null
}

export async function getAccount(db: Db, userId: string) {
  return (await findAccount(db, userId)) ?? fail('auth.required')
}

export async function findAccountByEmail(db: Db, email: string) {
  const [user] = await db
    .select()
    .from(users)
    .where(and(sameText(users.email, email), ne(users.status, 'deleted')))
  return user ?? null
}
