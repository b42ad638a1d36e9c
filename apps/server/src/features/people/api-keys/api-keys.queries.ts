import type { ApiKey } from '@stoa/contract/features/api-keys'
import { limits } from '@stoa/contract/limits'
import type { Page } from '@stoa/contract/paging'
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import { apiKeys } from '../../../schema/api-keys.ts'
import { users } from '../../../schema/users.ts'
import { toUserBasic, userCardColumns } from '../users/users.queries.ts'
import { maskKey, stateOf } from './api-keys.rules.ts'

export async function listKeys(
  db: ReadDb,
  paging: { page: number; page_size: number },
  now: Date,
): Promise<Page<ApiKey>> {
  const { count, rows } = await readPageWithCappedCount(
    db,
    () =>
      db
        .select({ key: apiKeys, owner: userCardColumns })
        .from(apiKeys)
        .innerJoin(users, eq(users.id, apiKeys.userId))
        .$dynamic(),
    [desc(apiKeys.id)],
    paging,
  )
  return {
    count,
    list: rows.map(({ key, owner }) => ({ ...toApiKey(key, now), owner: toUserBasic(owner) })),
  }
}

/** Those that can be used, newest first. */
export async function listActiveKeysOf(db: ReadDb, userId: string, now: Date) {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.userId, userId),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
      ),
    )
    .orderBy(desc(apiKeys.id))
    .limit(limits.overviewRows.max)
  return rows.map((key) => toApiKey(key, now))
}

function toApiKey(key: typeof apiKeys.$inferSelect, now: Date): Omit<ApiKey, 'owner'> {
  return {
    id: key.id,
    access_key: maskKey(key.id),
    description: key.description,
    scope: key.scope,
    state: stateOf(key, now),
    created_at: toUnix(key.createdAt),
    expires_at: key.expiresAt === null ? null : toUnix(key.expiresAt),
    last_used_at: key.lastUsedAt === null ? null : toUnix(key.lastUsedAt),
    last_network: key.lastNetwork,
  }
}
