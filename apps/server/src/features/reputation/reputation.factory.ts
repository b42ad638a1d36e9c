import { eq } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { users } from '../users/users.table.ts'
import { reputationEntries } from './reputation.table.ts'

/** Someone with enough reputation to do what asks for some; the ledger says where it is from. */
export async function aTrustedPerson(ctx: Context, name?: string) {
  const person = await aPerson(ctx, name === undefined ? {} : { name })
  const points = 999
  await ctx.db.insert(reputationEntries).values({
    userId: person.id,
    byUserId: person.id,
    kind: 'edit.accepted',
    change: 'given',
    points,
    objectId: '0',
    day: '2020-01-01',
    createdAt: new Date(0),
  })
  await ctx.db.update(users).set({ points }).where(eq(users.id, person.id))
  return person
}
