import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { searchOrders } from './search.ts'

const SavedSearch = z.object({
  id: z.string(),
  q: z.string(),
  order: z.enum(searchOrders),
  created_at: z.number().int(),
})
export type SavedSearch = z.output<typeof SavedSearch>

export const listSavedSearches = endpoint({
  method: 'GET',
  path: `${apiPrefix}/saved-searches`,
  access: 'member',
  allowsKeys: true,
  summary: "Lists the caller's saved searches, newest first.",
  response: z.array(SavedSearch).max(limits.savedSearches.perUser),
})

export const saveSearch = endpoint({
  method: 'POST',
  path: `${apiPrefix}/saved-searches`,
  access: 'member',
  allowsKeys: true,
  allowsSilenced: true,
  summary: 'Saves a search for the caller. A search that is already saved stays as it is.',
  input: {
    q: z.string().trim().min(1).max(limits.searchQuery.max),
    order: z.enum(searchOrders).default('relevance'),
  },
  response: SavedSearch,
  errors: ['saved_search.too_many'],
})

export const removeSavedSearch = endpoint({
  method: 'DELETE',
  path: `${apiPrefix}/saved-searches`,
  access: 'member',
  allowsKeys: true,
  allowsSilenced: true,
  summary: "Removes one of the caller's saved searches.",
  input: { id: z.string().regex(/^\d{1,18}$/) },
  response: z.null(),
})
