import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { notificationsHref, type NotificationView } from './notification-paths.ts'

export function NoNotifications({ view }: { view: NotificationView }) {
  const t = useTranslate()
  const { type, tab, isUnreadOnly } = view
  if (isUnreadOnly || tab !== 'all') {
    return (
      <EmptyState
        title={t(isUnreadOnly ? 'notifications.none_unread' : 'notifications.none_tab')}
        action={
          <ButtonLink href={notificationsHref({ type })}>{t('notifications.show_all')}</ButtonLink>
        }
      />
    )
  }
  return (
    <EmptyState
      title={t(`notifications.none_${type}`)}
      action={
        <ButtonLink href={nextPaths[type]}>
          {t(type === 'inbox' ? 'nav.ask' : 'user_page.next_reputation')}
        </ButtonLink>
      }
    >
      <p>{t(`notifications.none_${type}_text`)}</p>
    </EmptyState>
  )
}

const nextPaths = { inbox: '/questions/ask', achievement: '/questions?order=unanswered' } as const
