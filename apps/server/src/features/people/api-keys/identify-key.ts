import { roles } from '@stoa/contract/access'
import type { KeyScope } from '@stoa/contract/key-scopes'
import { and, eq, sql } from 'drizzle-orm'
import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { prepared } from '../../../kernel/prepared.ts'
import { networkOf } from '../../../kernel/requests.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import { hashSecret } from '../../../kernel/secrets.ts'
import { apiKeys } from '../../../schema/api-keys.ts'
import { users } from '../../../schema/users.ts'
import { lastWriteLsnOf, type ReplicaShape, shapeFor, toActor } from '../auth/sessions.queries.ts'
import { canUseKey, parseKey } from './api-keys.rules.ts'

/** Updates `last_used_at` at most this often. */
const lastUsedPrecisionMs = 60_000

/** Throws for a key that cannot be used: a program that is treated as a visitor would not notice. */
export async function identifyKey(ctx: Context, text: string, ip: string): Promise<Actor> {
  const parsed = parseKey(text) ?? fail('api_key.invalid')
  const now = ctx.clock.now()
  const [row] = await findKey(ctx.primary, { id: parsed.id }, null, shapeFor(ctx.replicas))
  if (row === undefined || !isSame(hashSecret(parsed.secret), row.key.secretHash))
    return fail('api_key.invalid')
  assertAllowed(canUseKey(row.key, now))
  recordUse(ctx, row.key, ip, now)
  return limitToScope(toActor(row, row.key.hasUsedSecondFactor, now), row.key.scope)
}

/** Staff may do more with the calls of members too, so only the scope `admin` keeps the role. */
function limitToScope(actor: Actor, keyScope: KeyScope): Actor {
  return { ...actor, keyScope, roleId: keyScope === 'admin' ? actor.roleId : roles.user }
}

const findKey = prepared((db: ReadDb, { id }: { id: string }, _viewer, shape: ReplicaShape) =>
  db
    .select({ key: apiKeys, user: users, lastWriteLsn: lastWriteLsnOf(shape) })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(and(eq(apiKeys.id, id), sql`${users.status} <> 'deleted'`)),
)

function isSame(one: string, other: string) {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

type UsedKey = { id: string; lastUsedAt: Date | null }

/** The request does not wait for it. Of several requests at once, one writes. */
function recordUse(ctx: Context, { id, lastUsedAt }: UsedKey, ip: string, now: Date) {
  const cutoff = new Date(now.getTime() - lastUsedPrecisionMs)
  if (lastUsedAt !== null && lastUsedAt > cutoff) return
  ctx.autocommit
    .execute(sql`
      update ${apiKeys} set last_used_at = ${now.toISOString()}, last_network = ${networkOf(ip)}
      where id = (select id from ${apiKeys}
        where id = ${id} and (last_used_at is null or last_used_at <= ${cutoff.toISOString()})
        for no key update skip locked)`)
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'recording the use of a key failed'))
}
