import { and, eq, gt, lt } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import { every } from '../../kernel/events.ts'
import { networkOf } from '../../kernel/network.ts'
import type { Caller } from '../../kernel/route.ts'
import { hashSecret, newSecret } from '../../kernel/secrets.ts'
import type { Tx } from '../../kernel/transact.ts'
import { sameText } from '../users/users.queries.ts'
import { users } from '../users/users.table.ts'
import { knownDevices } from './accounts.table.ts'

const lifeMs = 180 * 86_400_000

/** Marks the caller's device as known to an account and returns its token. */
export async function rememberDevice(tx: Tx, userId: string, { device }: Caller) {
  const expiresAt = new Date(tx.now.getTime() + lifeMs)
  if (device !== null) {
    const renewed = await tx
      .update(knownDevices)
      .set({ expiresAt })
      .where(and(eq(knownDevices.tokenHash, hashSecret(device)), eq(knownDevices.userId, userId)))
      .returning({ id: knownDevices.id })
    if (renewed.length === 1) return device
  }
  const token = newSecret()
  await tx
    .insert(knownDevices)
    .values({ tokenHash: hashSecret(token), userId, createdAt: tx.now, expiresAt })
  return token
}

/** Whoever knew the old password may have logged in with it: their device counts as unknown again. */
export async function forgetDevices(tx: Tx, userId: string) {
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId))
}

/**
 * Counts an attempt on an account. Nobody can use up the budget of a known device; all other devices share a ceiling,
 * so that an attacker is bounded however many networks they have. Unknown emails are counted the same way.
 */
export async function limitAttempts(
  ctx: Context,
  kind: 'login' | 'recover',
  email: string,
  caller: Caller,
) {
  const deviceId = await findKnownDevice(ctx, email, caller)
  if (deviceId !== null) return await ctx.limits.take(`${kind}.device`, deviceId)
  const account = email.toLowerCase()
  const network = networkOf(caller.address)
  await ctx.limits.take(`${kind}.account_network`, `${account} ${network}`)
  await ctx.limits.take(`${kind}.account`, account)
}

async function findKnownDevice({ primary, clock }: Context, email: string, { device }: Caller) {
  if (device === null) return null
  const [found] = await primary
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(
      and(
        eq(knownDevices.tokenHash, hashSecret(device)),
        gt(knownDevices.expiresAt, clock.now()),
        sameText(users.email, email),
      ),
    )
  return found?.id ?? null
}

export const knownDeviceListeners = [
  every('47 3 * * *', 'drop-old-devices', async (ctx) => {
    await ctx.db.delete(knownDevices).where(lt(knownDevices.expiresAt, ctx.clock.now()))
  }),
]
