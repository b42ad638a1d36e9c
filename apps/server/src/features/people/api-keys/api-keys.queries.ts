import type { ApiKey } from '@stoa/contract/features/api-keys'
import type { Page } from '@stoa/contract/paging'
import { desc, eq } from 'drizzle-orm'
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
    list: rows.map(({ key, owner }) => ({
      id: key.id,
      access_key: maskKey(key.id),
      description: key.description,
      scope: key.scope,
      state: stateOf(key, now),
      owner: toUserBasic(owner),
      created_at: toUnix(key.createdAt),
      expires_at: key.expiresAt === null ? null : toUnix(key.expiresAt),
      last_used_at: key.lastUsedAt === null ? null : toUnix(key.lastUsedAt),
      last_network: key.lastNetwork,
    })),
  }
}
