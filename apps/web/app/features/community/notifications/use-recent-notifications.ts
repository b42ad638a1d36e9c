import {
  clearNotificationStatus,
  listNotifications,
  markAllRead,
  type Notification,
  type NotificationType,
} from '@stoa/contract/features/notifications'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useApi } from '../../../kernel/api.ts'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { notificationsPath } from './notification-paths.ts'

const shownCount = 6

type Loaded = { type: NotificationType; list: Notification[] | null; hasFailed: boolean }

export type RecentNotifications = ReturnType<typeof useRecentNotifications>

/** Loads the newest notifications of a type. They are no longer new then, but stay unread until they are opened. */
export function useRecentNotifications(type: NotificationType) {
  const api = useApi()
  const { pathname } = useLocation()
  const [loaded, setLoaded] = useState<Loaded>({ type, list: null, hasFailed: false })
  const load = useCallback(() => {
    const controller = new AbortController()
    const { signal } = controller
    setLoaded({ type, list: null, hasFailed: false })
    api.call(listNotifications, { type, page_size: shownCount }, { signal }).then(
      ({ list }) => setLoaded({ type, list, hasFailed: false }),
      () => signal.aborted || setLoaded({ type, list: null, hasFailed: true }),
    )
    // The list says so if the server cannot be reached.
    api.call(clearNotificationStatus, { type }, { keepalive: true }).catch(() => undefined)
    return () => controller.abort()
  }, [api, type])
  useEffect(load, [load])

  const { run: markAll } = useMutation({
    send: (call) => call(markAllRead, { type }),
    onSuccess: () => setLoaded((previous) => ({ ...previous, list: toRead(previous.list) })),
    revalidates: pathname.startsWith(notificationsPath),
  })
  const isCurrent = loaded.type === type
  return {
    list: isCurrent ? loaded.list : null,
    hasFailed: isCurrent && loaded.hasFailed,
    load,
    markAll,
  }
}

const toRead = (list: Notification[] | null) =>
  list && list.map((notification) => ({ ...notification, is_read: true }))
