import { markRead, type NotificationStatus } from '@stoa/contract/features/notifications'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { BadgeMedal } from '../../../ui/badge-medal.tsx'
import { celebrate } from '../../../ui/confetti.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Link } from '../../../ui/link.tsx'
import { toMedalLevel } from './badge-level.ts'
import { badgePath } from './badge-path.ts'
import './congratulation.css'

type NewBadge = NonNullable<NotificationStatus['badge_award']>

/**
 * Congratulates on one badge. Closing it, and following the link, marks the notification as read, so that it is shown once; the
 * counts that follow bring the next badge.
 */
export function Congratulation({ badge }: { badge: NewBadge }) {
  const t = useTranslate()
  const api = useApi()
  const { viewer } = useVisit()
  const [closedId, setClosedId] = useState('')
  const isShown = closedId !== badge.notification_id
  useEffect(() => celebrateOnce(badge.notification_id), [badge.notification_id])
  const close = () => {
    setClosedId(badge.notification_id)
    // If this fails, it is shown again on the next page.
    api.call(markRead, { id: badge.notification_id }, { keepalive: true }).catch(() => undefined)
  }
  return (
    <div role="status">
      {isShown && (
        <div className="congratulation">
          <BadgeMedal level={toMedalLevel(badge.level)} />
          <div className="min-w-0">
            <p className="font-serif text-lg leading-title font-semibold">
              {t('badge.earned', { name: badge.name })}
            </p>
            <Link
              href={badgePath(badge.badge_id, viewer === null ? {} : { username: viewer.username })}
              className="inline-flex min-h-target items-center text-sm text-accent-ink hover:underline"
              onClick={close}
            >
              {t('badge.view')}
            </Link>
          </div>
          <IconButton
            label={t('dialog.close')}
            icon={<X className="icon" aria-hidden="true" />}
            onClick={close}
          />
        </div>
      )}
    </div>
  )
}

const storageKey = 'stoa-celebrated'

/** Not again on the next page of this tab. */
function celebrateOnce(id: string) {
  try {
    if (sessionStorage.getItem(storageKey) === id) return
    sessionStorage.setItem(storageKey, id)
  } catch {
    // Storage is blocked: once more is no harm.
  }
  celebrate()
}
