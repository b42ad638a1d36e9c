import { and, eq } from 'drizzle-orm'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { apiKeys } from '../../../schema/api-keys.ts'
import { apiKeyListeners } from './api-keys.jobs.ts'

export const apiKeysFeature: Feature = {
  name: 'api-keys',
  listeners: apiKeyListeners,
  exports: {
    api_keys: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: apiKeys.id,
          row: {
            description: apiKeys.description,
            scope: apiKeys.scope,
            createdAt: apiKeys.createdAt,
            expiresAt: apiKeys.expiresAt,
            revokedAt: apiKeys.revokedAt,
            lastUsedAt: apiKeys.lastUsedAt,
            lastNetwork: apiKeys.lastNetwork,
          },
        })
        .from(apiKeys)
        .where(and(eq(apiKeys.userId, owner.id), after(apiKeys.id)))
        .orderBy(order(apiKeys.id))
        .limit(limit),
    ),
  },
}
