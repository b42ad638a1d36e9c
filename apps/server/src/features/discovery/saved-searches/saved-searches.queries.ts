import type { SavedSearch } from '@stoa/contract/features/saved-searches'
import { limits } from '@stoa/contract/limits'
import { desc, eq } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { type SavedSearchRow, savedSearches } from '../../../schema/saved-searches.ts'

export function toSavedSearch(row: SavedSearchRow): SavedSearch {
  const { id, query, order, createdAt } = row
  return { id, q: query, order, created_at: toUnix(createdAt) }
}

export async function listSavedSearches(db: ReadDb, userId: string): Promise<SavedSearch[]> {
  const rows = await db
    .select()
    .from(savedSearches)
    .where(eq(savedSearches.userId, userId))
    .orderBy(desc(savedSearches.id))
    .limit(limits.savedSearches.perUser)
  return rows.map(toSavedSearch)
}
