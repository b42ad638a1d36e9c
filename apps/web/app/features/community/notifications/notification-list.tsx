import type { Notification } from '@stoa/contract/features/notifications'
import { Info } from 'lucide-react'
import { useFetcher } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { InlineButton } from '../../../ui/text-button.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useFollowUser } from '../../content/follows/use-follow-user.ts'
import { useMute } from '../../content/follows/use-mute.ts'
import { useNotificationDays } from './notification-days.ts'
import { notificationSettingsPath } from './notification-paths.ts'
import { NotificationRow } from './notification-row.tsx'

/** By days, with the actions of each row. */
export function NotificationList({ list }: { list: Notification[] }) {
  const { headingOf } = useNotificationDays()
  const days = Map.groupBy(list, (notification) => headingOf(notification.update_time))
  return [...days].map(([heading, rows]) => (
    <section key={heading} aria-label={heading}>
      <h2 className="border-b border-line-strong pt-4 pb-1.5 font-serif text-base font-semibold">
        {heading}
      </h2>
      <ol>
        {rows.map((notification) => (
          <ListedNotification key={notification.id} notification={notification} />
        ))}
      </ol>
    </section>
  ))
}

function ListedNotification({ notification }: { notification: Notification }) {
  const { timeOf } = useNotificationDays()
  const fetcher = useFetcher()
  const isRead = notification.is_read || fetcher.state !== 'idle'
  return (
    <NotificationRow
      notification={{ ...notification, is_read: isRead }}
      time={timeOf(notification.update_time)}
      hasExcerpt
    >
      <div className="notification-actions">
        <Reason notification={notification} />
        {!isRead && <MarkReadForm id={notification.id} form={fetcher.Form} />}
      </div>
    </NotificationRow>
  )
}

function Reason({ notification }: { notification: Notification }) {
  const t = useTranslate()
  const { reason } = notification
  return (
    <details>
      <summary>
        <Info className="icon" aria-hidden="true" />
        {t('notifications.why')}
      </summary>
      <p className="notification-reason">
        {t(`notifications.reason.${reason}`)}{' '}
        {reason === 'user_follower' && notification.user_info !== null && (
          <FollowSwitch notification={notification} user={notification.user_info} />
        )}
        <MuteSwitch notification={notification} />
        <TextLink href={notificationSettingsPath} className="hit">
          {t('notifications.settings')}
        </TextLink>
      </p>
    </details>
  )
}

type FollowSwitchProps = { notification: Notification; user: { id: string; username: string } }

/** The list does not load whether the user is still followed; unfollowing twice changes nothing. */
function FollowSwitch({ notification, user }: FollowSwitchProps) {
  const t = useTranslate()
  const { isFollowed, toggle } = useFollowUser({ user, source: notification, isFollowed: true })
  return (
    <>
      <InlineButton type="button" data-needs-script="" onClick={toggle}>
        {t(isFollowed ? 'follow.end_user' : 'follow.user')}
      </InlineButton>{' '}
    </>
  )
}

/** Of notifications about a question. */
function MuteSwitch({ notification }: { notification: Notification }) {
  const t = useTranslate()
  const { question } = notification.object_info.object_map
  const { isMuted, toggle } = useMute({
    questionId: question,
    source: notification,
    isMuted: notification.is_muted,
  })
  if (question === '0') return null
  return (
    <>
      <InlineButton type="button" data-needs-script="" onClick={toggle}>
        {t(isMuted ? 'mute.end' : 'mute.question')}
      </InlineButton>{' '}
    </>
  )
}

type MarkReadFormProps = { id: string; form: ReturnType<typeof useFetcher>['Form'] }

function MarkReadForm({ id, form: Form }: MarkReadFormProps) {
  const t = useTranslate()
  return (
    <Form method="post" onSubmit={focusRow}>
      <InlineButton type="submit" name="id" value={id}>
        {t('notifications.mark_read')}
      </InlineButton>
    </Form>
  )
}

/** The button disappears, so the focus goes to the link of its row. */
function focusRow({ currentTarget }: React.SubmitEvent<HTMLFormElement>) {
  currentTarget.closest('li')?.querySelector('a')?.focus()
}
