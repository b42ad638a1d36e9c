import { toDayNumber } from '@stoa/locales/format'
import { expect, it } from 'vitest'
import { nameOfDay } from './notification-days.ts'
import { notificationsHref, parseNotificationView } from './notification-paths.ts'

const at = (text: string) => Date.parse(text) / 1000

it.each([
  ['2026-11-18T11:00:00Z', 'UTC', 'today'],
  ['2026-11-18T00:00:00Z', 'UTC', 'today'],
  ['2026-11-17T23:59:59Z', 'UTC', 'yesterday'],
  ['2026-11-17T23:59:59Z', 'Asia/Tokyo', 'today'],
  ['2026-11-18T04:59:00Z', 'America/New_York', 'yesterday'],
  ['2026-11-16T12:00:00Z', 'UTC', 'weekday'],
  ['2026-11-12T12:00:00Z', 'UTC', 'weekday'],
  ['2026-11-11T12:00:00Z', 'UTC', 'last_week'],
  ['2026-11-05T12:00:00Z', 'UTC', 'last_week'],
  ['2026-11-04T12:00:00Z', 'UTC', 'month'],
  // A clock that is behind.
  ['2026-11-19T01:00:00Z', 'UTC', 'today'],
])('%s in %s is listed under %s', (time, zone, expected) => {
  const now = at('2026-11-18T12:00:00Z')
  expect(nameOfDay(toDayNumber(now, zone) - toDayNumber(at(time), zone))).toBe(expected)
})

it.each([
  ['/users/notifications/inbox', {}],
  ['/users/notifications/inbox/votes', { tab: 'votes' }],
  ['/users/notifications/achievement?unread=true', { type: 'achievement', isUnreadOnly: true }],
] as const)('%s is the path of a view', (href, view) => {
  expect(notificationsHref(view)).toBe(href)
  const { pathname, search } = new URL(href, 'https://bakers.example')
  const [, , , type, subType] = pathname.split('/')
  expect(parseNotificationView({ type, subType }, new URLSearchParams(search))).toEqual({
    type: 'inbox',
    tab: 'all',
    isUnreadOnly: false,
    ...view,
  })
})

it.each([
  { type: 'other' },
  { type: 'inbox', subType: 'other' },
  { type: 'achievement', subType: 'votes' },
])('%j does not exist', (params) => {
  expect(parseNotificationView(params, new URLSearchParams())).toBeNull()
})
