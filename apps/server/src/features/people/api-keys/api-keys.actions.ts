import { roles } from '@stoa/contract/access'
import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { createApiKey } from '@stoa/contract/features/api-keys'
import { limits } from '@stoa/contract/limits'
import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import type { Tx } from '../../../kernel/context.ts'
import { fail, failField } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { hashSecret } from '../../../kernel/secrets.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { apiKeys } from '../../../schema/api-keys.ts'
import { users } from '../../../schema/users.ts'
import { canExpireAt, formatKey } from './api-keys.rules.ts'

const keptMs = 30 * 86_400_000

type NewKey = ParsedInputOf<typeof createApiKey>

/** Returns the key, of which only a hash is stored. */
export async function insertKey(tx: Tx, actor: Actor, input: NewKey) {
  const expiresAt = input.expires_at === undefined ? null : new Date(input.expires_at * 1000)
  const verdict = canExpireAt(expiresAt, tx.now)
  if (!verdict.ok) failField('expires_at', verdict.code)
  await lockOwner(tx, actor.id)
  const isUsable = and(
    eq(apiKeys.userId, actor.id),
    isNull(apiKeys.revokedAt),
    or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, tx.now)),
  )
  if ((await tx.$count(apiKeys, isUsable)) >= limits.apiKeys.perUser)
    fail('api_key.too_many', { values: { max: limits.apiKeys.perUser } })
  const secret = randomBytes(32).toString('hex')
  const [created] = await tx
    .insert(apiKeys)
    .values({
      secretHash: hashSecret(secret),
      userId: actor.id,
      scope: input.scope,
      description: input.description,
      hasUsedSecondFactor: actor.hasUsedSecondFactor,
      createdAt: tx.now,
      expiresAt,
    })
    .returning({ id: apiKeys.id })
  const { id } = requireRow(created)
  await tx.emit('api_key.created', { keyId: id })
  return { id, key: formatKey(id, secret) }
}

/** So that no key is created while the owner loses the role, which revokes all keys. */
async function lockOwner(tx: Tx, userId: string) {
  const [owner] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  const isAdmin = owner?.roleId === roles.admin && owner.status === 'normal'
  if (!isAdmin || owner.activatedAt === null) fail('auth.forbidden')
}

/** Returns the key as it was. */
export async function renameKey(tx: Tx, id: string, description: string) {
  const [before] = await tx.select().from(apiKeys).where(eq(apiKeys.id, id)).for('no key update')
  if (before === undefined) return fail('object.not_found')
  await tx.update(apiKeys).set({ description }).where(eq(apiKeys.id, id))
  return before
}

/** Idempotent. Returns the key, or null if it was revoked before. */
export async function revokeKey(tx: Tx, id: string) {
  const [revoked] = await tx
    .update(apiKeys)
    .set({ revokedAt: tx.now })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning()
  if (revoked !== undefined) return revoked
  const [found] = await tx.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, id))
  return found === undefined ? fail('object.not_found') : null
}

export async function revokeKeysOf(tx: Tx, userId: string) {
  await tx
    .update(apiKeys)
    .set({ revokedAt: tx.now })
    .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
}

/** Until then, calls with the key fail with the reason. */
export async function deleteOldKeys(tx: Tx) {
  const cutoff = new Date(tx.now.getTime() - keptMs)
  await tx.delete(apiKeys).where(or(lt(apiKeys.expiresAt, cutoff), lt(apiKeys.revokedAt, cutoff)))
}
