import { type StaffAction, staffActions } from '@stoa/contract/features/staff-log'
import { withQuery } from '../../../kernel/paging.ts'

export const staffLogPath = '/review/log'

export type StaffLogFilters = {
  actor?: string
  username?: string
  action?: StaffAction
  object_id?: string
  from?: string
  to?: string
}

const isDay = (text: string) => /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** Ignores values that the API would reject. */
export function readStaffLogFilters(query: URLSearchParams): StaffLogFilters {
  const read = (name: string, isValid: (text: string) => boolean) => {
    const text = query.get(name)?.trim().replace(/^@/, '') ?? ''
    return text !== '' && isValid(text) ? text : undefined
  }
  const isName = (text: string) => text.length <= 40
  const action = staffActions.find((name) => name === query.get('action'))
  const filters = {
    actor: read('actor', isName),
    username: read('username', isName),
    action,
    object_id: read('object_id', (text) => text.length <= 32),
    from: read('from', isDay),
    to: read('to', isDay),
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

export function toStaffLogHref(path: string, filters: StaffLogFilters, page = 1) {
  return withQuery(path, { ...filters, page: page > 1 ? page : undefined })
}
