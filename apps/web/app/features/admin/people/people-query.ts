import {
  accountOrders,
  type AccountOrder,
  accountStatuses,
  type AccountStatus,
  emailStates,
  type EmailState,
  seenPeriods,
  type SeenPeriod,
  signInMethods,
  type SignInMethod,
} from '@stoa/contract/features/people'
import { withQuery } from '../../../kernel/paging.ts'

export const peoplePath = '/admin/users'

export const accountPath = (userId: string) => `${peoplePath}/${userId}`

export const peopleTabs = ['all', 'normal', 'staff', 'suspended', 'inactive', 'deleted'] as const
export type PeopleTab = (typeof peopleTabs)[number]

/** As in the URL, and as the API takes them. */
export type PeopleFilters = {
  query?: string
  status?: AccountStatus
  staff?: 'true'
  role_id?: '1' | '2' | '3'
  seen?: SeenPeriod
  reputation_min?: string
  reputation_max?: string
  joined_from?: string
  joined_to?: string
  sign_in?: SignInMethod
  email_state?: EmailState
  order?: AccountOrder
  direction?: 'asc'
}

/** Of this century. `Date` takes February 31 for a day in March. */
export function isDay(text: string): boolean {
  const time = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const isNumber = (text: string) => /^[1-9]\d{0,7}$/.test(text)

/** Ignores values that the API would reject. */
export function readPeopleFilters(query: URLSearchParams): PeopleFilters {
  const pick = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === query.get(name))
  const read = (name: string, isValid: (text: string) => boolean) => {
    const text = query.get(name)?.trim() ?? ''
    return text !== '' && isValid(text) ? text : undefined
  }
  const filters = {
    query: read('query', (text) => text.length <= 100),
    status: pick('status', accountStatuses),
    staff: pick('staff', ['true']),
    role_id: pick('role_id', ['1', '2', '3']),
    seen: pick('seen', seenPeriods),
    reputation_min: read('reputation_min', isNumber),
    reputation_max: read('reputation_max', isNumber),
    joined_from: read('joined_from', isDay),
    joined_to: read('joined_to', isDay),
    sign_in: pick('sign_in', signInMethods),
    email_state: pick('email_state', emailStates),
    order: pick('order', accountOrders),
    direction: pick('direction', ['asc']),
  }
  const set = Object.entries(filters).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set)
}

export function toPeopleHref(filters: PeopleFilters, page = 1, path = peoplePath) {
  return withQuery(path, { ...filters, page: page > 1 ? page : undefined })
}

/** The newest users first is the default, and not in the URL. */
export function toSortHref(filters: PeopleFilters, order: AccountOrder) {
  const { order: current = 'joined', direction, ...others } = filters
  const isReversed = current === order && direction === undefined
  return toPeopleHref({
    ...others,
    ...(order === 'joined' ? {} : { order }),
    ...(isReversed ? { direction: 'asc' as const } : {}),
  })
}

export function tabOf({ status, staff }: PeopleFilters): PeopleTab {
  if (staff === 'true') return 'staff'
  return status ?? 'all'
}

export function toTabHref(filters: PeopleFilters, tab: PeopleTab) {
  const others = { ...filters }
  delete others.status
  delete others.staff
  if (tab === 'all') return toPeopleHref(others)
  return toPeopleHref(tab === 'staff' ? { ...others, staff: 'true' } : { ...others, status: tab })
}

const panelFilters = [
  'role_id',
  'seen',
  'reputation_min',
  'reputation_max',
  'joined_from',
  'joined_to',
  'sign_in',
  'email_state',
] as const satisfies readonly (keyof PeopleFilters)[]

/** Of those that are not tabs, search or order. */
export function countPanelFilters(filters: PeopleFilters) {
  return panelFilters.filter((name) => filters[name] !== undefined).length
}
