import { and, eq, gt, lt, type SQL } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { every } from '../../../kernel/events.ts'
import { networkOf } from '../../../kernel/requests.ts'
import type { Caller } from '../../../kernel/route.ts'
import { hashSecret, generateSecret } from '../../../kernel/secrets.ts'
import { transact } from '../../../kernel/transact.ts'
import { equalsIgnoreCase } from '../users/users.queries.ts'
import { users } from '../../../schema/users.ts'
import { knownDevices } from '../../../schema/accounts.ts'

const lifetimeMs = 180 * 86_400_000

/** Marks the caller's device as known to the account and returns the device token. */
export async function rememberDevice(tx: Tx, userId: string, { deviceToken }: Caller) {
  const expiresAt = new Date(tx.now.getTime() + lifetimeMs)
  if (deviceToken !== null) {
    const renewed = await tx
      .update(knownDevices)
      .set({ expiresAt })
      .where(
        and(eq(knownDevices.tokenHash, hashSecret(deviceToken)), eq(knownDevices.userId, userId)),
      )
      .returning({ id: knownDevices.id })
    if (renewed.length === 1) return deviceToken
  }
  const token = generateSecret()
  await tx
    .insert(knownDevices)
    .values({ tokenHash: hashSecret(token), userId, createdAt: tx.now, expiresAt })
  return token
}

/** After a password change: someone who knew the old password may have a known device. */
export async function forgetDevices(tx: Tx, userId: string) {
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId))
}

/**
 * Rate limits attempts on an account. A known device has its own limit, which attackers cannot exhaust; all other devices
 * share one, whatever their network. Unknown emails are counted the same way.
 */
export async function limitAttempts(
  ctx: Context,
  kind: 'login' | 'recover',
  email: string,
  caller: Caller,
) {
  const isOwner = equalsIgnoreCase(users.email, email)
  await limitAttemptsOf(ctx, kind, { account: email.toLowerCase(), isOwner }, caller)
}

type Limited = {
  /** What attempts are counted by. */
  account: string
  /** Of the user whose devices are known. */
  isOwner: SQL
}

export async function limitAttemptsOf(
  ctx: Context,
  kind: 'login' | 'recover',
  { account, isOwner }: Limited,
  caller: Caller,
) {
  const deviceId = await findKnownDevice(ctx, isOwner, caller)
  if (deviceId !== null) return await ctx.limits.take(`${kind}.device`, deviceId)
  await ctx.limits.take(`${kind}.account_network`, `${account} ${networkOf(caller.ip)}`)
  await ctx.limits.take(`${kind}.account`, account)
}

async function findKnownDevice({ primary, clock }: Context, isOwner: SQL, { deviceToken }: Caller) {
  if (deviceToken === null) return null
  const [row] = await primary
    .select({ id: knownDevices.id })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(
      and(
        eq(knownDevices.tokenHash, hashSecret(deviceToken)),
        gt(knownDevices.expiresAt, clock.now()),
        isOwner,
      ),
    )
  return row?.id ?? null
}

export const knownDeviceListeners = [
  every('47 3 * * *', 'drop-old-devices', async (ctx) => {
    await transact(ctx, (tx) => tx.delete(knownDevices).where(lt(knownDevices.expiresAt, tx.now)))
  }),
]
