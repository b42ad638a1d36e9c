import { and, eq, gte, isNotNull, like, lt, sql } from 'drizzle-orm'
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Context, Tx } from './context.ts'
import type { ReadDb } from './database.ts'
import { fail } from './errors.ts'
import { every } from './events.ts'
import { transact } from './transact.ts'
import { idempotencyKeys } from '../schema/idempotency.ts'

export type IdempotentRequest = {
  key: string
  scope: string
  fingerprint: string
  /** Without a key from the client: deduplicated by content for a short time. */
  isContentKey?: boolean
}

const retentionHours = 24
const contentWindowMs = 5 * 60_000
const contentPrefix = 'content:'

export function fingerprintOf(path: string, input: unknown) {
  return hash(`${path}\n${JSON.stringify(input)}`)
}

/**
 * Runs the work once per key. The key's row commits together with the work, so a crash leaves both or none. A concurrent
 * request with the same key waits at the primary key until the first one commits or rolls back.
 */
export async function runOnce<T>(
  tx: Tx,
  request: IdempotentRequest,
  work: () => Promise<T>,
): Promise<T> {
  const isOwnRow = matches(request)
  if (!(await claim(tx, request))) {
    const [previous] = await tx.select().from(idempotencyKeys).where(isOwnRow)
    if (previous === undefined) fail('base.duplicate_request')
    if (previous.fingerprint !== request.fingerprint) fail('base.idempotency_mismatch')
    const encrypted = previous.encryptedResponse ?? fail('base.duplicate_request')
    return decrypt(encrypted, request.key) as T
  }
  const response = await work()
  await tx
    .update(idempotencyKeys)
    .set({ encryptedResponse: encrypt(response, request.key) })
    .where(isOwnRow)
  return response
}

/** Inserts the key's row, or reuses that of expired content; false when the key is taken. */
async function claim(tx: Tx, request: IdempotentRequest) {
  const { scope, fingerprint } = request
  const row = { scope, keyHash: keyHashOf(request), fingerprint, createdAt: tx.now }
  const insertion = tx.insert(idempotencyKeys).values(row)
  const claimed = await (
    request.isContentKey === true
      ? insertion.onConflictDoUpdate({
          target: [idempotencyKeys.scope, idempotencyKeys.keyHash],
          set: { createdAt: tx.now, encryptedResponse: null },
          setWhere: lt(idempotencyKeys.createdAt, contentWindowStart(tx.now)),
        })
      : insertion.onConflictDoNothing()
  ).returning({ scope: idempotencyKeys.scope })
  return claimed.length === 1
}

/** Lets a user post the same content again after deleting it. */
export async function deleteContentKeys(tx: Tx, userId: string) {
  await tx
    .delete(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.scope, userId),
        like(idempotencyKeys.keyHash, `${contentPrefix}%`),
        isNotNull(idempotencyKeys.encryptedResponse),
      ),
    )
}

function contentWindowStart(now: Date) {
  return new Date(now.getTime() - contentWindowMs)
}

function keyHashOf({ key, isContentKey = false }: IdempotentRequest) {
  return isContentKey ? contentPrefix + hash(key) : hash(key)
}

function matches(request: IdempotentRequest) {
  return and(
    eq(idempotencyKeys.scope, request.scope),
    eq(idempotencyKeys.keyHash, keyHashOf(request)),
  )
}

export async function isRepeat(
  db: ReadDb,
  request: IdempotentRequest,
  now: Date,
): Promise<boolean> {
  const isInWindow = gte(idempotencyKeys.createdAt, contentWindowStart(now))
  const [previous] = await db
    .select({ fingerprint: idempotencyKeys.fingerprint })
    .from(idempotencyKeys)
    .where(
      and(
        matches(request),
        isNotNull(idempotencyKeys.encryptedResponse),
        request.isContentKey === true ? isInWindow : undefined,
      ),
    )
  return previous?.fingerprint === request.fingerprint
}

export const idempotencyListeners = [
  every('17 * * * *', 'drop-idempotency-keys', async (ctx: Context) => {
    const expiredBefore = new Date(ctx.clock.now().getTime() - retentionHours * 3_600_000)
    await transact(ctx, (tx) =>
      tx.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`${expiredBefore}`)),
    )
  }),
]

function hash(text: string) {
  return createHash('sha256').update(text).digest('base64url')
}

function deriveKey(key: string) {
  return Buffer.from(hkdfSync('sha256', key, '', 'stoa idempotent reply', 32))
}

function encrypt(response: unknown, key: string) {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key), nonce)
  const body = Buffer.concat([cipher.update(JSON.stringify(response)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

function decrypt(encrypted: string, key: string): unknown {
  const bytes = Buffer.from(encrypted, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(key), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return JSON.parse(
    Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString(),
  )
}
