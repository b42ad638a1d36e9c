import type { UserOverview } from '@stoa/contract/features/user-overview'
import { RelativeTime, useFormats } from '../../../kernel/formats.tsx'
import { userPath } from '../../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Section } from '../../../ui/section.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { OverviewRow } from './overview-row.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { answerPath, questionPath } from '../../content/questions/permalink.ts'

type Content = UserOverview['content'][number]

const tones = {
  visible: 'ok',
  closed: 'plain',
  unlisted: 'plain',
  pending: 'warn',
  deleted: 'bad',
} as const

type OverviewContentProps = { content: readonly Content[]; username: string }

export function OverviewContent({ content, username }: OverviewContentProps) {
  const t = useTranslate()
  const { number } = useFormats()
  return (
    <Section
      title={t('people.content')}
      aside={
        username !== '' && (
          <TextLink href={userPath(username)} className="inline-flex min-h-target items-center">
            {t('people.public_profile')}
          </TextLink>
        )
      }
    >
      {content.length === 0 ? (
        <p className="text-md text-ink-2">{t('people.no_content')}</p>
      ) : (
        <ul>
          {content.map((item) => (
            <OverviewRow
              key={item.object_id}
              facts={
                <>
                  <StatusLabel tone={tones[item.state]}>
                    {item.state === 'deleted' && item.deleted_by !== ''
                      ? t('people.deleted_by', { name: item.deleted_by })
                      : t(`people.content_state.${item.state}`)}
                  </StatusLabel>
                  <span className="numeral md:min-w-10 md:text-end">
                    <span className="sr-only">{t('people.score')}</span> {number(item.score)}
                  </span>
                  <span className="whitespace-nowrap md:min-w-28 md:text-end">
                    <RelativeTime at={item.created_at} />
                  </span>
                </>
              }
            >
              <ContentLink item={item} />
            </OverviewRow>
          ))}
        </ul>
      )}
    </Section>
  )
}

function ContentLink({ item }: { item: Content }) {
  const t = useTranslate()
  const { site } = useVisit()
  const question = { id: item.question_id, url_title: item.url_title }
  const href =
    item.answer_id === '0'
      ? questionPath(question, site.permalink)
      : answerPath(question, item.answer_id, site.permalink)
  return (
    <span className="max-md:grid">
      {item.object_type !== 'question' && (
        <span className="text-sm text-ink-3">
          {t(`staff_log.kind.${item.object_type}`)}
          {/* On narrow screens the title begins a line. */}
          <span className="max-md:hidden"> · </span>
        </span>
      )}
      <TextLink href={href} className="inline-block min-h-target text-ink!">
        <bdi>{item.title}</bdi>
      </TextLink>
    </span>
  )
}
