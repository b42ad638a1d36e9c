import {
  type StaffAction,
  staffActions,
  type StaffLogEntry,
} from '@stoa/contract/features/staff-log'
import { RelativeTime, useFormats } from '../../../kernel/formats.tsx'
import { userPath } from '../../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Table } from '../../../ui/table.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { answerPath, questionPath } from '../../content/questions/permalink.ts'

export function StaffLogTable({ entries }: { entries: StaffLogEntry[] }) {
  const t = useTranslate()
  const nameOf = useActionName()
  return (
    <Table
      caption={t('staff_log.title')}
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'time',
          head: t('staff_log.time'),
          narrow: 'corner',
          cell: ({ created_at }) => (
            <span className="text-sm whitespace-nowrap text-ink-3">
              <RelativeTime at={created_at} />
            </span>
          ),
        },
        {
          id: 'actor',
          head: t('staff_log.actor'),
          cell: ({ actor_info, is_automatic }) =>
            is_automatic ? t('staff_log.automatic') : <User user={actor_info} />,
        },
        {
          id: 'action',
          head: t('staff_log.action'),
          narrow: 'title',
          cell: ({ action }) => <b className="font-semibold">{nameOf(action)}</b>,
        },
        {
          id: 'object',
          head: t('staff_log.object'),
          cell: (entry) => <StaffLogObject entry={entry} />,
        },
        {
          id: 'username',
          head: t('staff_log.username'),
          cell: ({ user_info }) => <User user={user_info} />,
        },
        {
          id: 'change',
          head: t('staff_log.change'),
          cell: (entry) => <StaffLogChange entry={entry} />,
        },
      ]}
    />
  )
}

/** Actions of newer versions have no name. */
export function useActionName() {
  const t = useTranslate()
  return (action: string) =>
    staffActions.includes(action as StaffAction)
      ? t(`staff_log.did.${action as StaffAction}`)
      : action
}

function User({ user }: { user: StaffLogEntry['user_info'] }) {
  if (user === null) return <span className="text-ink-3">–</span>
  if (user.username === '') return <bdi>{user.display_name}</bdi>
  return (
    <TextLink
      href={userPath(user.username)}
      className="inline-flex min-h-target items-center pointer-coarse:min-w-target md:whitespace-nowrap"
    >
      <bdi>{user.display_name}</bdi>
    </TextLink>
  )
}

export function StaffLogObject({ entry }: { entry: StaffLogEntry }) {
  const t = useTranslate()
  const { site } = useVisit()
  const kind = t(`staff_log.kind.${entry.object_type}`)
  if (entry.object_type === 'user') return null
  if (entry.object_type === 'wave')
    return (
      <TextLink
        href={`/review/waves/${entry.object_id}`}
        className="inline-flex min-h-target items-center text-sm"
      >
        {kind}
      </TextLink>
    )
  if (entry.question_id === '0') return <span className="text-ink-2">{kind}</span>
  const question = { id: entry.question_id, url_title: entry.url_title }
  const href =
    entry.answer_id === '0'
      ? questionPath(question, site.permalink)
      : answerPath(question, entry.answer_id, site.permalink)
  return (
    <span className="text-sm">
      {entry.object_type !== 'question' && <span className="text-ink-3">{kind} · </span>}
      <TextLink href={href} className="inline-flex min-h-target items-center">
        <bdi>{entry.title}</bdi>
      </TextLink>
    </span>
  )
}

/** The reason, and each value that changed. */
export function StaffLogChange({ entry }: { entry: StaffLogEntry }) {
  const { dateTime } = useFormats()
  const names = [...new Set([...Object.keys(entry.before), ...Object.keys(entry.after)])]
  const changed = names.filter((name) => entry.before[name] !== entry.after[name])
  const show = (value: StaffLogEntry['before'][string] | undefined) => {
    if (value === undefined || value === null) return '–'
    const text = String(value)
    return isTime.test(text) ? dateTime(Date.parse(text) / 1000) : text
  }
  return (
    <div className="grid gap-0.5 text-sm">
      {entry.reason !== '' && (
        <q dir="auto" className="break-words">
          {entry.reason}
        </q>
      )}
      {changed.map((name) => (
        <span key={name} className="break-words text-ink-3">
          <bdi dir="ltr">
            {name}: {show(entry.before[name])} → {show(entry.after[name])}
          </bdi>
        </span>
      ))}
    </div>
  )
}

const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
