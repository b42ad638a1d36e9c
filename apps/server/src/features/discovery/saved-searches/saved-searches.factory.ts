import type { Client } from '@stoa/contract/client'
import { saveSearch } from '@stoa/contract/features/saved-searches'

/** Saved through the API. */
export function aSavedSearch(client: Client, q = 'partial index') {
  return client.call(saveSearch, { q })
}
