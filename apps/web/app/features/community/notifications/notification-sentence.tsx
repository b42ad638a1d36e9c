import { type Notification, sentenceKey } from '@stoa/contract/features/notifications'
import { Fragment, type ReactNode } from 'react'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Link } from '../../../ui/link.tsx'
import { notificationHref } from './notification-link.ts'
import { namesOf, type Names } from './notification-text.ts'

type NotificationProps = { notification: Notification; onOpen: () => void }

export function NotificationSentence({ notification, onOpen }: NotificationProps) {
  const t = useTranslate()
  const { kind, reason, object_info: object } = notification
  const title = <TitleLink key="title" notification={notification} onOpen={onOpen} />
  if (kind === 'reputation') return title
  const parts = t.rich<ReactNode>(sentenceKey(kind, reason), {
    names: (
      <b key="names" className="font-semibold text-ink">
        <NameList names={namesOf(notification)} />
      </b>
    ),
    title,
    type: object.object_type,
    b: (chunks: ReactNode[]) => (
      <b key="outcome" className="font-semibold text-ink">
        {chunks}
      </b>
    ),
  })
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>)
}

function TitleLink({ notification, onOpen }: NotificationProps) {
  const t = useTranslate()
  const { site, viewer } = useVisit()
  const { object_info: object, is_read: isRead } = notification
  const href = notificationHref(notification, viewer?.username ?? '', site.permalink)
  const text =
    object.title === '' ? t('notifications.untitled') : <bdi dir="auto">{object.title}</bdi>
  const style = classNames('font-serif text-base font-semibold', isRead ? 'text-ink-2' : 'text-ink')
  if (href === null) return <span className={style}>{text}</span>
  return (
    <Link
      href={href}
      className={classNames(style, 'hover:text-accent-ink')}
      onClick={onOpen}
      // The middle button opens a tab.
      onAuxClick={onOpen}
    >
      {text}
    </Link>
  )
}

function NameList({ names }: { names: Names }) {
  const t = useTranslate()
  if (names.form === 'people') return t('notifications.people', { count: names.count })
  const first = <bdi key="first">{names.first.display_name}</bdi>
  if (names.form === 'one') return first
  const second = <bdi key="second">{names.second.display_name}</bdi>
  if (names.form === 'two') return t.rich<ReactNode>('notifications.names_two', { first, second })
  return t.rich<ReactNode>('notifications.names_more', { first, second, count: names.others })
}
