import type { Notification } from '@stoa/contract/features/notifications'
import { useFormats } from '../../../kernel/formats.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Count } from '../../../ui/count.tsx'
import { notificationIcons } from './notification-icons.ts'
import { namesOf } from './notification-text.ts'

/** Who did it, with an icon of what was done. Messages of the site have only the icon. */
export function NotificationFace({ notification }: { notification: Notification }) {
  const { points } = useFormats()
  const { kind, rank, users } = notification
  const Icon = notificationIcons[kind]
  if (kind === 'reputation') {
    return (
      <Count
        text={points(rank)}
        className={classNames('text-md font-semibold', rank < 0 ? 'text-bad' : 'text-ok')}
      />
    )
  }
  const [first, second] = kind.startsWith('your_') || kind.startsWith('down_') ? [] : users
  if (first === undefined) {
    return (
      <span className="grid size-9 place-items-center rounded-full bg-wash-2 text-lg text-ink-2">
        <Icon className="icon" aria-hidden="true" />
      </span>
    )
  }
  if (second !== undefined && namesOf(notification).form !== 'one') {
    return (
      <span className="relative block size-9">
        <Avatar name={first.display_name} src={first.avatar || null} />
        <span className="notification-second">
          <Avatar name={second.display_name} src={second.avatar || null} />
        </span>
      </span>
    )
  }
  return (
    <span className="relative block size-9">
      <Avatar name={first.display_name} src={first.avatar || null} size="lg" />
      <span className="notification-sign">
        <Icon className="icon" aria-hidden="true" />
      </span>
    </span>
  )
}
