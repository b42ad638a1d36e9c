import type { MailStopCause } from '@stoa/contract/features/mails'
import { mailDeliverySettings } from '@stoa/contract/settings/mails'
import { eq } from 'drizzle-orm'
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Context, Tx } from '../../../kernel/context.ts'
import type { SettingsStore } from '../../../kernel/services.ts'
import { stoppedMails } from '../../../schema/mails.ts'
import { users } from '../../../schema/users.ts'

/**
 * Says which user and address a mail was sent to, and that this site sent it. Hexadecimal and short, because mail servers
 * change the case of addresses and cut long ones.
 */
export async function mailCode(ctx: Context, userId: string, email: string): Promise<string> {
  const address = hashAddress(email)
  return `${userId}.${address}.${await sign(ctx, userId, address)}`
}

/** Null when the signature is invalid. */
export async function readMailCode(ctx: Context, code: string) {
  const [userId = '', address = '', signature = '', ...rest] = code.toLowerCase().split('.')
  if (!/^\d{1,18}$/.test(userId) || rest.length > 0) return null
  const actual = Buffer.from(signature)
  const expected = Buffer.from(await sign(ctx, userId, address))
  const isValid = actual.length === expected.length && timingSafeEqual(actual, expected)
  return isValid ? { userId, address } : null
}

type Stop = { userId: string; address: string; cause: MailStopCause; detail: string }

/** Sends nothing more to the address. Ignored if the user has another email meanwhile. */
export async function stopMails(tx: Tx, { userId, address, cause, detail }: Stop) {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const email = user?.email?.toLowerCase()
  if (email === undefined || hashAddress(email) !== address) return
  const stop = { email, cause, detail, createdAt: tx.now }
  await tx
    .insert(stoppedMails)
    .values({ userId, ...stop })
    .onConflictDoUpdate({ target: stoppedMails.userId, set: stop })
}

export async function resumeMailsOf(tx: Tx, userId: string) {
  await tx.delete(stoppedMails).where(eq(stoppedMails.userId, userId))
}

/** A return path for each address (VERP), so that a bounce says which one it was. */
export function returnPathOf(settings: SettingsStore, code: string) {
  const [mailbox, host] = settings.get(mailDeliverySettings).bounce_address.split('@')
  return mailbox === undefined || host === undefined
    ? {}
    : { returnPath: `${mailbox}+${code}@${host}` }
}

export function hashAddress(email: string) {
  return createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 8)
}

async function sign(ctx: Context, userId: string, address: string) {
  const key = await ctx.deriveKey('mail-code')
  const text = `${userId}.${address}`
  return createHmac('sha256', key).update(text).digest('hex').slice(0, 24)
}
