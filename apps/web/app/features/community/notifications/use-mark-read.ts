import { markRead, type Notification } from '@stoa/contract/features/notifications'
import { useApi } from '../../../kernel/api.ts'

/** Marks a notification as read while its link is followed. */
export function useMarkRead() {
  const api = useApi()
  return ({ id, is_read: isRead }: Pick<Notification, 'id' | 'is_read'>) => {
    if (isRead) return
    // The link works whether or not this does, and the mark can be set again in the list.
    api.call(markRead, { id }, { keepalive: true }).catch(() => undefined)
  }
}
