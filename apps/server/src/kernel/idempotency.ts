import { and, eq, gte, isNotNull, like, lt, sql } from 'drizzle-orm'
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Context } from './context.ts'
import type { Db } from './database.ts'
import { fail } from './errors.ts'
import { every } from './events.ts'
import { idempotencyKeys } from './idempotency.table.ts'
import type { Tx } from './transact.ts'

/** A request that may be sent again and must then answer the same. */
export type IdempotentRequest = {
  key: string
  scope: string
  fingerprint: string
  /** It came without a key, and is known by its content for a short while only. */
  isKnownByContent?: boolean
}

const keepHours = 24
/** How long the same content from the same person counts as the same request. */
const contentMs = 5 * 60_000
const contentMark = 'content:'

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
  const mine = isOf(request)
  if (!(await claim(tx, request))) {
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

/** Writes the key's row, or takes one over that stands for content of long ago; false when the key is taken. */
async function claim(tx: Tx, request: IdempotentRequest) {
  const { scope, fingerprint } = request
  const row = { scope, keyHash: keyHashOf(request), fingerprint, createdAt: tx.now }
  const writing = tx.insert(idempotencyKeys).values(row)
  const claimed = await (
    request.isKnownByContent === true
      ? writing.onConflictDoUpdate({
          target: [idempotencyKeys.scope, idempotencyKeys.keyHash],
          set: { createdAt: tx.now, sealedReply: null },
          setWhere: lt(idempotencyKeys.createdAt, contentLimit(tx.now)),
        })
      : writing.onConflictDoNothing()
  ).returning({ scope: idempotencyKeys.scope })
  return claimed.length === 1
}

/** Lets a person send anew what they have just taken back. */
export async function forgetContents(tx: Tx, userId: string) {
  await tx
    .delete(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.scope, userId),
        like(idempotencyKeys.keyHash, `${contentMark}%`),
        isNotNull(idempotencyKeys.sealedReply),
      ),
    )
}

function contentLimit(now: Date) {
  return new Date(now.getTime() - contentMs)
}

function keyHashOf({ key, isKnownByContent = false }: IdempotentRequest) {
  return isKnownByContent ? contentMark + hash(key) : hash(key)
}

function isOf(request: IdempotentRequest) {
  return and(
    eq(idempotencyKeys.scope, request.scope),
    eq(idempotencyKeys.keyHash, keyHashOf(request)),
  )
}

/** Whether a request was answered before and only asks for its reply again. */
export async function isRepeat(db: Db, request: IdempotentRequest, now: Date): Promise<boolean> {
  const isFresh = gte(idempotencyKeys.createdAt, contentLimit(now))
  const [earlier] = await db
    .select({ fingerprint: idempotencyKeys.fingerprint })
    .from(idempotencyKeys)
    .where(
      and(
        isOf(request),
        isNotNull(idempotencyKeys.sealedReply),
        request.isKnownByContent === true ? isFresh : undefined,
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
