import { type AttemptOutcome, attemptOutcomes } from '@stoa/contract/features/sign-ins'
import { limits } from '@stoa/contract/limits'
import { withQuery } from '../../../kernel/paging.ts'
import { isDay } from './people-query.ts'

export const signInsPath = '/admin/sign-ins'

/** As in the URL, and as the API takes them. */
export type SignInFilters = {
  user?: string
  outcome?: AttemptOutcome
  from?: string
  to?: string
}

/** Ignores values that the API would reject. */
export function readSignInFilters(query: URLSearchParams): SignInFilters {
  const read = (name: string, isValid: (text: string) => boolean) => {
    const text = query.get(name)?.trim() ?? ''
    return text !== '' && isValid(text) ? text : undefined
  }
  const filters = {
    user: read('user', (text) => text.length <= limits.email.max),
    outcome: attemptOutcomes.find((outcome) => outcome === query.get('outcome')),
    from: read('from', isDay),
    to: read('to', isDay),
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

export function toSignInsHref(filters: SignInFilters, page = 1) {
  return withQuery(signInsPath, { ...filters, page: page > 1 ? page : undefined })
}
