import { getNotificationStatus, listNotifications } from '@stoa/contract/features/notifications'
import type { FrequentQuery } from './read-inputs.ts'

export const notificationQueries: readonly FrequentQuery[] = [
  ...(['all', 'posts', 'votes'] as const).flatMap((tab): FrequentQuery[] =>
    ['1', '20'].map((page) => ({
      name: `my inbox, ${tab}, page ${page}`,
      endpoint: listNotifications,
      input: { inbox_type: tab, page },
      isMember: true,
      uses: ['notifications_', 'notification_events_'],
    })),
  ),
  {
    name: 'my unread notifications',
    endpoint: listNotifications,
    input: { unread: 'true' },
    isMember: true,
    uses: ['notifications_unread_newest'],
  },
  {
    name: 'my achievements',
    endpoint: listNotifications,
    input: { type: 'achievement' },
    isMember: true,
    uses: ['notifications_tab'],
  },
  {
    name: 'what is new for me',
    endpoint: getNotificationStatus,
    input: {},
    isMember: true,
    uses: ['notifications_'],
  },
]
