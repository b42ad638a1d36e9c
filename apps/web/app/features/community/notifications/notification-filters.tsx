import { Form } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Link } from '../../../ui/link.tsx'
import { SwitchSubmit } from '../../../ui/switch.tsx'
import { inboxTabs, notificationsHref, type NotificationView } from './notification-paths.ts'

/** Links and a form, so that they work without scripts. */
export function NotificationFilters({ view }: { view: NotificationView }) {
  const t = useTranslate()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      {view.type === 'inbox' && (
        <nav aria-label={t('notifications.filter')} className="flex flex-wrap gap-1.5">
          {inboxTabs.map((tab) => (
            <Link
              key={tab}
              href={notificationsHref({ ...view, tab })}
              keepScroll
              aria-current={tab === view.tab ? 'true' : undefined}
              className="notification-pill"
            >
              {t(`notifications.tab.${tab}`)}
            </Link>
          ))}
        </nav>
      )}
      <UnreadSwitch view={view} />
    </div>
  )
}

function UnreadSwitch({ view }: { view: NotificationView }) {
  const t = useTranslate()
  return (
    <Form
      method="get"
      action={notificationsHref({ ...view, isUnreadOnly: false })}
      preventScrollReset
      className="ms-auto"
    >
      <SwitchSubmit
        label={t('notifications.unread_only')}
        checked={view.isUnreadOnly}
        name="unread"
        value="true"
      />
    </Form>
  )
}
