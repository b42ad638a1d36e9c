import type { NotificationType } from '@stoa/contract/features/notifications'
import { withQuery } from '../../../kernel/paging.ts'

export const notificationsPath = '/users/notifications'
export const notificationSettingsPath = '/users/settings/notify'

export const notificationTypes = ['inbox', 'achievement'] as const satisfies NotificationType[]
export const inboxTabs = ['all', 'posts', 'invites', 'votes'] as const
export type InboxTab = (typeof inboxTabs)[number]

export type NotificationView = { type: NotificationType; tab: InboxTab; isUnreadOnly: boolean }

export function notificationsHref(
  { type, tab = 'all', isUnreadOnly = false }: Partial<NotificationView>,
  page = 1,
): string {
  const path = `${notificationsPath}/${type ?? 'inbox'}${tab === 'all' ? '' : `/${tab}`}`
  return withQuery(path, {
    unread: isUnreadOnly ? 'true' : undefined,
    page: page > 1 ? page : undefined,
  })
}

/** Null for a path that does not exist. */
export function parseNotificationView(
  params: { type?: string | undefined; subType?: string | undefined },
  query: URLSearchParams,
): NotificationView | null {
  const type = notificationTypes.find((option) => option === (params.type ?? 'inbox'))
  const tab = inboxTabs.find((option) => option === (params.subType ?? 'all'))
  if (type === undefined || tab === undefined) return null
  if (type === 'achievement' && tab !== 'all') return null
  return { type, tab, isUnreadOnly: query.get('unread') === 'true' }
}
