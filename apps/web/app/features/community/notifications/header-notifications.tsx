import type { NotificationType } from '@stoa/contract/features/notifications'
import { Award, Inbox } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useFormats } from '../../../kernel/formats.tsx'
import { useHydrated } from '../../../kernel/hydration.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import type { NewCounts } from '../../../kernel/visit.ts'
import { HeaderCount } from '../../../ui/shell/header.tsx'
import { notificationsHref } from './notification-paths.ts'

const NotificationPopover = lazy(async () => {
  const module = await import('./notification-popover.tsx')
  return { default: module.NotificationPopover }
})

const Congratulation = lazy(async () => {
  const module = await import('../badges/congratulation.tsx')
  return { default: module.Congratulation }
})

/** Inbox and achievements of a member. The links open a popover on wide screens. */
export function HeaderNotifications() {
  const { viewer } = useVisit()
  const isHydrated = useHydrated()
  if (!viewer?.counts) return null
  const { badge } = viewer.counts
  return (
    <>
      <CountLinks counts={viewer.counts} />
      {isHydrated && badge && (
        <Suspense>
          <Congratulation badge={badge} />
        </Suspense>
      )}
    </>
  )
}

function CountLinks({ counts }: { counts: NewCounts }) {
  const t = useTranslate()
  const { capped, points } = useFormats()
  const { pathname } = useLocation()
  const { shown, hideCount } = useShownCounts(counts)
  const { opened, open, close, triggerProps } = useOpenedType(hideCount)
  // The screen of a type shows what is new.
  const textOf = (type: NotificationType, value: number, text: string) =>
    value === 0 || pathname.startsWith(notificationsHref({ type })) ? undefined : text
  const inbox = textOf('inbox', shown.inbox, capped(shown.inbox))
  const gain = textOf('achievement', shown.points, points(shown.points))
  return (
    <>
      <HeaderCount
        {...triggerProps('inbox')}
        label={
          inbox === undefined
            ? t('notifications.inbox')
            : t('notifications.inbox_new', { count: inbox })
        }
        icon={<Inbox className="icon" aria-hidden="true" />}
        count={inbox}
      />
      <HeaderCount
        {...triggerProps('achievement')}
        label={
          gain === undefined
            ? t('notifications.achievement')
            : t('notifications.achievement_new', { points: gain })
        }
        icon={<Award className="icon" aria-hidden="true" />}
        count={gain}
        tone={shown.points < 0 ? 'loss' : 'gain'}
      />
      {opened !== null && (
        <Suspense>
          <NotificationPopover type={opened} counts={shown} onSelect={open} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** Hides the count of what was shown until the counts are loaded again. */
function useShownCounts(counts: NewCounts) {
  const [state, setState] = useState({ source: counts, shown: counts })
  const shown = state.source === counts ? state.shown : counts
  return {
    shown,
    hideCount(type: NotificationType) {
      const seen = type === 'inbox' ? { inbox: 0 } : { achievement: 0, points: 0 }
      setState({ source: counts, shown: { ...shown, ...seen } })
    },
  }
}

function useOpenedType(onOpen: (type: NotificationType) => void) {
  const { key } = useLocation()
  const [state, setState] = useState<{ type: NotificationType | null; key: string }>()
  // Closed by a navigation.
  const opened = state?.key === key ? state.type : null
  const close = () => setState({ type: null, key })
  const open = (type: NotificationType) => {
    setState({ type, key })
    onOpen(type)
  }
  const triggerProps = (type: NotificationType) => ({
    href: notificationsHref({ type }),
    'aria-expanded': opened === type || undefined,
    'data-opens-notifications': '',
    onClick: (event: React.MouseEvent) => {
      if (!isPlain(event) || !matchMedia('(min-width: 48rem)').matches) return
      event.preventDefault()
      if (opened === type) close()
      else open(type)
    },
    onKeyDown: (event: React.KeyboardEvent<HTMLAnchorElement>) => {
      if (event.key !== ' ' || !isPlain(event)) return
      event.preventDefault()
      event.currentTarget.click()
    },
  })
  return { opened, open, close, triggerProps }
}

const isPlain = (event: React.MouseEvent | React.KeyboardEvent) =>
  !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
