import { limits } from '@stoa/contract/limits'
import { type Actor, allow, deny, type Verdict } from '../../../kernel/rules.ts'

export function canRemoveSavedSearch(actor: Actor, savedSearch: { userId: string }): Verdict {
  return savedSearch.userId === actor.id ? allow : deny('auth.forbidden')
}

export function canSaveSearch(savedCount: number): Verdict {
  return savedCount < limits.savedSearches.perUser ? allow : deny('saved_search.too_many')
}
