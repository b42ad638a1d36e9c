import type { Notification } from '@stoa/contract/features/notifications'
import { Info } from 'lucide-react'
import { useFetcher } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { InlineButton } from '../../../ui/text-button.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
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
        <Reason reason={notification.reason} />
        {!isRead && <MarkReadForm id={notification.id} form={fetcher.Form} />}
      </div>
    </NotificationRow>
  )
}

function Reason({ reason }: Pick<Notification, 'reason'>) {
  const t = useTranslate()
  return (
    <details>
      <summary>
        <Info className="icon" aria-hidden="true" />
        {t('notifications.why')}
      </summary>
      <p className="notification-reason">
        {t(`notifications.reason.${reason}`)}{' '}
        <TextLink href={notificationSettingsPath} className="hit">
          {t('notifications.settings')}
        </TextLink>
      </p>
    </details>
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
