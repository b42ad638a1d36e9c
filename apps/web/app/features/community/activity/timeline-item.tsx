import type { TimelineRow } from '@stoa/contract/features/activity'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { RelativeTime, useFormats } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Link } from '../../../ui/link.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useUserSummary } from '../../people/users/use-user-summary.ts'
import { questionPath } from '../../content/questions/permalink.ts'
import { RevisionPanel } from './revision-panel.tsx'
import { timelineIcons } from './timeline-icons.ts'
import { isExpandable } from './timeline-rows.ts'
import { useRowText } from './use-row-text.tsx'
import type { TimelineData } from './timeline.server.ts'
import { type DiffMode, revisionAnchor } from './timeline-url.ts'

export type TimelineItemProps = {
  row: TimelineRow
  info: TimelineData['info']
  objectPath: string
  mode: DiffMode
  /** Set while the row is open. */
  comparison: TimelineData['comparison']
  hrefFor: (revisionId: string | null) => string
}

export function TimelineItem(props: TimelineItemProps) {
  const { row, info, comparison } = props
  const isOpen = comparison !== null
  const isRevision = isExpandable(row, info)
  return (
    <li
      id={isRevision ? revisionAnchor(row.revision_id) : undefined}
      className={classNames(
        'grid scroll-mt-4 grid-cols-[2.25rem_minmax(0,1fr)] gap-x-2 border-b border-line py-3',
        isOpen && '-ms-2.5 border-s-2 border-s-accent ps-2',
      )}
    >
      <Mark row={row} href={isRevision ? props.hrefFor(row.revision_id) : null} />
      <div className="grid min-w-0 gap-1">
        <Headline {...props} isRevision={isRevision} />
        <Remark row={row} />
        <Times row={row} />
      </div>
      {isOpen && (
        <div className="col-span-2 min-w-0 pt-3">
          <RevisionPanel {...props} comparison={comparison} />
        </div>
      )}
    </li>
  )
}

/** The number of the version, which is a link to it, or an icon. */
function Mark({ row, href }: { row: TimelineRow; href: string | null }) {
  const t = useTranslate()
  if (href !== null)
    return (
      <Link
        href={href}
        aria-label={t('timeline.link_to', { version: row.version })}
        className="numeral hit pt-px text-center font-serif text-lg leading-6 font-semibold text-ink-2 hover:text-accent-ink"
      >
        {row.version}
      </Link>
    )
  const Icon = timelineIcons[row.activity_type]
  return (
    <span className="flex h-6 items-center justify-center text-lg text-ink-3">
      <Icon className="icon" aria-hidden="true" />
    </span>
  )
}

function Headline(props: TimelineItemProps & { isRevision: boolean }) {
  const { row, info, objectPath, comparison, hrefFor, isRevision } = props
  const t = useTranslate()
  const toUserSummary = useUserSummary()
  const user = row.user_info === undefined ? null : toUserSummary(row.user_info)
  const { sentence, href } = useRowText(row, info, objectPath)
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-md leading-6">
      <span className="min-w-0 break-words">
        {user !== null && (
          <span className="me-2 inline-flex align-[-0.25em]">
            <Avatar name={user.name} src={user.avatar} size="xs" />
          </span>
        )}
        {sentence}
      </span>
      {row.is_deleted && row.activity_type === 'commented' && (
        <StatusLabel tone="bad">{t('timeline.is_deleted')}</StatusLabel>
      )}
      {row.cancelled && <StatusLabel tone="bad">{t('timeline.canceled')}</StatusLabel>}
      {href !== null && (
        <TextLink href={href} className="hit text-sm">
          {t('timeline.open')}
        </TextLink>
      )}
      {isRevision && (
        <Toggle
          revisionId={row.revision_id}
          version={row.version}
          isOpen={comparison !== null}
          hrefFor={hrefFor}
        />
      )}
    </div>
  )
}

type ToggleProps = Pick<TimelineItemProps, 'hrefFor'> & {
  revisionId: string
  version: number
  isOpen: boolean
}

function Toggle({ revisionId, version, isOpen, hrefFor }: ToggleProps) {
  const t = useTranslate()
  const { location } = useNavigation()
  const isLoading =
    location !== undefined && new URLSearchParams(location.search).get('revision') === revisionId
  const label = isOpen ? t('timeline.hide_changes') : t('timeline.show_changes')
  return (
    <Link
      href={hrefFor(isOpen ? null : revisionId)}
      keepScroll
      replace
      aria-expanded={isOpen}
      aria-label={t('timeline.changes_of', { label, version })}
      className="hit ms-auto inline-flex min-h-target items-center gap-1 text-sm text-ink-2 hover:text-accent-ink"
    >
      {label}
      {isLoading && !isOpen ? (
        <Spinner />
      ) : (
        <ChevronDown
          className={classNames('icon transition-transform', isOpen && 'rotate-180')}
          aria-hidden="true"
        />
      )}
    </Link>
  )
}

/** What was written with the change. */
function Remark({ row }: { row: TimelineRow }) {
  const t = useTranslate()
  const { site } = useVisit()
  const { duplicate_of: original } = row
  if (original !== undefined)
    return (
      <p className="text-sm text-ink-2">
        {t.rich<ReactNode>('timeline.duplicate_of', {
          title: (
            <TextLink key="title" href={questionPath(original, site.permalink)}>
              <bdi>{original.title}</bdi>
            </TextLink>
          ),
        })}
      </p>
    )
  if (row.comment === '') return null
  return (
    <p className="max-w-measure text-sm break-words whitespace-pre-wrap text-ink-2">
      <bdi>{row.comment}</bdi>
    </p>
  )
}

function Times({ row }: { row: TimelineRow }) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  return (
    <p className="text-sm text-ink-3">
      <RelativeTime at={row.created_at} />
      <span aria-hidden="true"> · </span>
      <span className="whitespace-nowrap">{dateTime(row.created_at)}</span>
      {row.cancelled && (
        <>
          <span aria-hidden="true"> · </span>
          {t('timeline.canceled_at', { time: dateTime(row.cancelled_at) })}
        </>
      )}
    </p>
  )
}
