import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { PageLinks } from '../../../kernel/page-links.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHead } from '../../../ui/section.tsx'
import { SegmentLinks } from '../../../ui/segments.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { TimelineItem } from './timeline-item.tsx'
import type { TimelineData } from './timeline.server.ts'
import { diffModes, timelineHref, type TimelineUrl } from './timeline-url.ts'

type TimelineViewProps = {
  timeline: TimelineData
  /** Of the timeline, and of what it is about. */
  path: string
  objectPath: string
}

const objectKeys = {
  question: 'timeline.of_question',
  answer: 'timeline.of_answer',
  tag: 'timeline.of_tag',
} as const

export function TimelineView({ timeline, path, objectPath }: TimelineViewProps) {
  const { list, info, page, pages, showsVotes, mode, comparison } = timeline
  const t = useTranslate()
  const url: TimelineUrl = { page, showsVotes, mode, revisionId: comparison?.id ?? null }
  const hrefWith = (changes: Partial<TimelineUrl>) => timelineHref(path, { ...url, ...changes })
  return (
    <>
      <PageHead
        title={t('timeline.title')}
        end={<TimelineOptions url={url} info={info} hrefWith={hrefWith} />}
      />
      <p className="mt-1 mb-4 max-w-measure text-md text-ink-3">
        {t.rich<ReactNode>(objectKeys[info.object_type], {
          title: (
            <TextLink key="title" href={objectPath}>
              <bdi>{info.title}</bdi>
            </TextLink>
          ),
        })}
      </p>
      {list.length === 0 ? (
        <EmptyState
          title={t('timeline.none')}
          action={<ButtonLink href={objectPath}>{t('timeline.back')}</ButtonLink>}
        >
          <p>{t('timeline.none_text')}</p>
        </EmptyState>
      ) : (
        <ol className="border-t border-line" aria-label={t('timeline.title')}>
          {list.map((row) => (
            <TimelineItem
              // Votes have no id of their own.
              key={`${row.activity_type}-${row.activity_id}-${row.created_at}-${row.user_info?.id ?? ''}-${row.cancelled_at}`}
              row={row}
              info={info}
              objectPath={objectPath}
              mode={mode}
              comparison={
                comparison !== null && comparison.id === row.revision_id ? comparison : null
              }
              hrefFor={(revisionId) => hrefWith({ revisionId })}
            />
          ))}
        </ol>
      )}
      <PageLinks
        page={page}
        pages={pages}
        hrefFor={(next) => hrefWith({ page: next, revisionId: null })}
      />
    </>
  )
}

type TimelineOptionsProps = {
  url: TimelineUrl
  info: TimelineData['info']
  hrefWith: (changes: Partial<TimelineUrl>) => string
}

function TimelineOptions({ url, info, hrefWith }: TimelineOptionsProps) {
  const t = useTranslate()
  const navigate = useNavigate()
  const votesHref = hrefWith({ showsVotes: !url.showsVotes, page: 1, revisionId: null })
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      {info.object_type !== 'tag' && (
        <Switch
          label={t('timeline.show_votes')}
          checked={url.showsVotes}
          onChange={() => void navigate(votesHref, { preventScrollReset: true, replace: true })}
        />
      )}
      <SegmentLinks
        label={t('timeline.view')}
        items={diffModes.map((mode) => ({
          href: hrefWith({ mode }),
          label: t(`timeline.view_${mode}`),
          current: mode === url.mode,
        }))}
      />
    </div>
  )
}
