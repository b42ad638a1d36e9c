import type { NotificationType } from '@stoa/contract/features/notifications'
import { CheckCheck, Settings } from 'lucide-react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import type { NewCounts } from '../../../kernel/visit.ts'
import { HeaderPanel } from '../../../ui/header-panel.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { LinesSkeleton } from '../../../ui/skeleton.tsx'
import { TabButton } from '../../../ui/tab-button.tsx'
import { TextButton, TextButtonLink } from '../../../ui/text-button.tsx'
import {
  notificationSettingsPath,
  notificationsHref,
  notificationTypes,
} from './notification-paths.ts'
import { NotificationRow } from './notification-row.tsx'
import { type RecentNotifications, useRecentNotifications } from './use-recent-notifications.ts'

type NotificationPopoverProps = {
  type: NotificationType
  counts: NewCounts
  onSelect: (type: NotificationType) => void
  onClose: () => void
}

/** The newest notifications. */
export function NotificationPopover(props: NotificationPopoverProps) {
  const { type, counts, onSelect, onClose } = props
  const t = useTranslate()
  const recent = useRecentNotifications(type)
  return (
    <HeaderPanel
      label={t('notifications.title')}
      openers="[data-opens-notifications]"
      onClose={onClose}
    >
      <div className="flex items-center justify-between gap-3 border-b border-line ps-4 pe-2">
        <TypeButtons type={type} counts={counts} onSelect={onSelect} />
        <TextButton
          onClick={() => void recent.markAll()}
          icon={<CheckCheck className="icon" aria-hidden="true" />}
        >
          {t('notifications.mark_all')}
        </TextButton>
      </div>
      <RecentRows type={type} recent={recent} />
      <div className="flex justify-between gap-4 px-2 py-1">
        <TextButtonLink href={notificationsHref({ type })}>
          {t('notifications.see_all')}
        </TextButtonLink>
        <TextButtonLink
          href={notificationSettingsPath}
          icon={<Settings className="icon" aria-hidden="true" />}
        >
          {t('settings.title')}
        </TextButtonLink>
      </div>
    </HeaderPanel>
  )
}

type TypeButtonsProps = Pick<NotificationPopoverProps, 'type' | 'counts' | 'onSelect'>

function TypeButtons({ type, counts, onSelect }: TypeButtonsProps) {
  const t = useTranslate()
  const { capped, points } = useFormats()
  const gain = counts.points < 0 ? 'loss' : 'gain'
  const shown = {
    inbox: counts.inbox === 0 ? null : ({ text: capped(counts.inbox), tone: 'fill' } as const),
    achievement:
      counts.points === 0 ? null : ({ text: points(counts.points), tone: gain } as const),
  }
  return (
    <div className="-mb-px flex gap-4">
      {notificationTypes.map((option) => (
        <TabButton
          key={option}
          label={t(`notifications.${option}`)}
          count={shown[option]}
          current={option === type}
          onClick={() => onSelect(option)}
        />
      ))}
    </div>
  )
}

function RecentRows({ type, recent }: { type: NotificationType; recent: RecentNotifications }) {
  const t = useTranslate()
  const { relative } = useFormats()
  if (recent.hasFailed) {
    return (
      <div className="p-4">
        <Notice
          tone="bad"
          live
          actions={<TextButton onClick={recent.load}>{t('page.busy.retry')}</TextButton>}
        >
          {t('notifications.failed')}
        </Notice>
      </div>
    )
  }
  if (recent.list === null) {
    return (
      <div className="p-4">
        <LinesSkeleton label={t('notifications.loading')} count={8} />
      </div>
    )
  }
  if (recent.list.length === 0) {
    return (
      <div className="grid gap-1 border-b border-line p-4 text-md">
        <p className="font-semibold">{t(`notifications.none_${type}`)}</p>
        <p className="text-ink-2">{t(`notifications.none_${type}_text`)}</p>
      </div>
    )
  }
  return (
    <ol aria-label={t(`notifications.${type}`)}>
      {recent.list.map((notification) => (
        <NotificationRow
          key={notification.id}
          notification={notification}
          time={relative(notification.update_time)}
        />
      ))}
    </ol>
  )
}
