import { eq } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { aUser } from '../auth/accounts.factory.ts'
import { users } from '../../../schema/users.ts'
import { reputationEntries } from '../../../schema/reputation.ts'

/** A user with enough reputation for every privilege, with a matching ledger entry. */
export async function aTrustedUser(ctx: Context, name?: string) {
  const user = await aUser(ctx, name === undefined ? {} : { name })
  const points = 999
  await ctx.autocommit.insert(reputationEntries).values({
    userId: user.id,
    byUserId: user.id,
    kind: 'edit.accepted',
    change: 'given',
    points,
    objectId: '0',
    day: '2020-01-01',
    createdAt: new Date(0),
  })
  await ctx.autocommit.update(users).set({ points }).where(eq(users.id, user.id))
  return user
}
