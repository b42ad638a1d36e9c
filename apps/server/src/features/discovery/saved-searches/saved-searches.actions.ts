import type { SearchOrder } from '@stoa/contract/features/search'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { savedSearches } from '../../../schema/saved-searches.ts'
import { users } from '../../../schema/users.ts'
import { canRemoveSavedSearch, canSaveSearch } from './saved-searches.rules.ts'

type SearchInput = { q: string; order: SearchOrder }

/** Idempotent. */
export async function saveSearch(tx: Tx, actor: Actor, { q: query, order }: SearchInput) {
  // Locks the user, so that the number is exact for concurrent requests.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for('no key update')
  const saved = await tx.select().from(savedSearches).where(eq(savedSearches.userId, actor.id))
  const existing = saved.find((search) => search.query === query && search.order === order)
  if (existing !== undefined) return existing
  assertAllowed(canSaveSearch(saved.length))
  const [row] = await tx
    .insert(savedSearches)
    .values({ userId: actor.id, query, order, createdAt: tx.now })
    .returning()
  const savedSearch = requireRow(row)
  await tx.emit('saved_search.added', { savedSearchId: savedSearch.id, userId: actor.id })
  return savedSearch
}

export async function removeSavedSearch(tx: Tx, actor: Actor, id: string) {
  const [savedSearch] = await tx
    .select()
    .from(savedSearches)
    .where(eq(savedSearches.id, id))
    .for('update')
  if (!savedSearch) fail('base.not_found')
  assertAllowed(canRemoveSavedSearch(actor, savedSearch))
  await tx.delete(savedSearches).where(eq(savedSearches.id, id))
  await tx.emit('saved_search.removed', { savedSearchId: id, userId: actor.id })
}

export async function deleteSavedSearchesOf(tx: Tx, userId: string) {
  await tx.delete(savedSearches).where(eq(savedSearches.userId, userId))
}
