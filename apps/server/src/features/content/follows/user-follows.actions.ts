import { and, eq, or } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { userFollows } from '../../../schema/follows.ts'
import { users } from '../../../schema/users.ts'
import { equalsIgnoreCase, isUserVisibleTo } from '../../people/users/users.queries.ts'

type UserFollow = { username: string; isOn: boolean }

/** Idempotent. */
export async function followUser(tx: Tx, actor: Actor, { username, isOn }: UserFollow) {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(equalsIgnoreCase(users.username, username), isUserVisibleTo(actor)))
  const { id } = user ?? fail('user.not_found')
  if (id === actor.id) fail('user.oneself')
  if (isOn)
    await tx
      .insert(userFollows)
      .values({ userId: actor.id, followedId: id, createdAt: tx.now })
      .onConflictDoNothing()
  else
    await tx
      .delete(userFollows)
      .where(and(eq(userFollows.userId, actor.id), eq(userFollows.followedId, id)))
}

/** In both directions: nobody follows an account that is gone. */
export async function endUserFollows(tx: Tx, userId: string) {
  await tx
    .delete(userFollows)
    .where(or(eq(userFollows.userId, userId), eq(userFollows.followedId, userId)))
}
