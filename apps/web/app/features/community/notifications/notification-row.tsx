import type { Notification } from '@stoa/contract/features/notifications'
import type { ReactNode } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Time } from '../../../ui/time.tsx'
import { NotificationFace } from './notification-face.tsx'
import { NotificationSentence } from './notification-sentence.tsx'
import { useMarkRead } from './use-mark-read.ts'
import './notifications.css'

type NotificationRowProps = {
  notification: Notification
  /** As displayed. */
  time: string
  hasExcerpt?: boolean
  /** Below the text. */
  children?: ReactNode
}

/** One row of the inbox or the achievements, in the popover and on the screens. */
export function NotificationRow(props: NotificationRowProps) {
  const { notification, time, hasExcerpt = false, children } = props
  const t = useTranslate()
  const { dateTime } = useFormats()
  const markRead = useMarkRead()
  const { is_read: isRead, update_time: at } = notification
  const { excerpt } = notification.object_info
  return (
    <li className="notification" data-unread={isRead ? undefined : ''}>
      <NotificationFace notification={notification} />
      <div className="notification-text">
        <p>
          <NotificationSentence notification={notification} onOpen={() => markRead(notification)} />
        </p>
        {hasExcerpt && excerpt !== '' && (
          <p className="notification-excerpt" dir="auto">
            {excerpt}
          </p>
        )}
        {children}
      </div>
      <p className="notification-time">
        {!isRead && <b>{t('notifications.new')}</b>}
        <Time at={at} text={time} title={dateTime(at)} />
      </p>
    </li>
  )
}
