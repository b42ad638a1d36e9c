import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Context } from './context.ts'
import type { Db } from './database.ts'
import { fail } from './errors.ts'
import { every } from './events.ts'
import { idempotencyKeys } from './idempotency.table.ts'
import type { Tx } from './transact.ts'

/** A request that may be sent again and must then answer the same. */
export type IdempotentRequest = { key: string; scope: string; fingerprint: string }

const keepHours = 24

/** What a request asks for, as one short text. */
export function fingerprintOf(path: string, input: unknown) {
  return hash(`${path}\n${JSON.stringify(input)}`)
}

/**
 * Runs the work once per key. The key's row and the work commit together, so a crash leaves both or none;
 * a second request with the key waits at the primary key until the first one is decided.
 */
export async function runOnce<T>(
  tx: Tx,
  request: IdempotentRequest,
  work: () => Promise<T>,
): Promise<T> {
  const mine = and(
    eq(idempotencyKeys.scope, request.scope),
    eq(idempotencyKeys.keyHash, hash(request.key)),
  )
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({
      scope: request.scope,
      keyHash: hash(request.key),
      fingerprint: request.fingerprint,
      createdAt: tx.now,
    })
    .onConflictDoNothing()
    .returning({ scope: idempotencyKeys.scope })
  if (claimed.length === 0) {
    const [earlier] = await tx.select().from(idempotencyKeys).where(mine)
    if (earlier === undefined) fail('base.duplicate_request')
    if (earlier.fingerprint !== request.fingerprint) fail('base.idempotency_mismatch')
    return open(earlier.sealedReply ?? fail('base.duplicate_request'), request.key) as T
  }
  const reply = await work()
  await tx
    .update(idempotencyKeys)
    .set({ sealedReply: seal(reply, request.key) })
    .where(mine)
  return reply
}

/** Whether a request was answered before and only asks for its reply again. */
export async function isRepeat(db: Db, request: IdempotentRequest): Promise<boolean> {
  const [earlier] = await db
    .select({ fingerprint: idempotencyKeys.fingerprint })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.scope, request.scope),
        eq(idempotencyKeys.keyHash, hash(request.key)),
        isNotNull(idempotencyKeys.sealedReply),
      ),
    )
  return earlier?.fingerprint === request.fingerprint
}

export const idempotencyListeners = [
  every('17 * * * *', 'drop-idempotency-keys', async (ctx: Context) => {
    const limit = new Date(ctx.clock.now().getTime() - keepHours * 3_600_000)
    await ctx.db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`${limit}`))
  }),
]

function hash(text: string) {
  return createHash('sha256').update(text).digest('base64url')
}

function cipherKey(key: string) {
  return Buffer.from(hkdfSync('sha256', key, '', 'stoa idempotent reply', 32))
}

function seal(reply: unknown, key: string) {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', cipherKey(key), nonce)
  const body = Buffer.concat([cipher.update(JSON.stringify(reply)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

function open(sealed: string, key: string): unknown {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', cipherKey(key), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return JSON.parse(
    Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString(),
  )
}
