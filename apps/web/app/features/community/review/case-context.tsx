import type { ReviewContext } from '@stoa/contract/features/review'
import { RelativeTime, useFormats } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Section } from '../../../ui/section.tsx'
import { LinesSkeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { UserCard } from '../../../ui/user-card.tsx'
import { answerPath, questionPath } from '../../content/questions/permalink.ts'
import { useUserSummary } from '../../people/users/use-user-summary.ts'
import { UserActs } from './user-acts.tsx'
import { Fact } from './context-fact.tsx'
import type { PostCase } from './desk-case.ts'

type CaseContextProps = { one: PostCase; context: ReviewContext | null }

export function CaseContext({ one, context }: CaseContextProps) {
  const t = useTranslate()
  if (one.kind === 'tag') return null
  return (
    <aside aria-label={t('review.context')} className="grid gap-5 text-sm">
      <Section title={t('review.author')} size="sm">
        {context === null ? (
          <LinesSkeleton label={t('app.loading')} />
        ) : (
          <>
            <Author author={context.author} />
            {context.author.can_moderate && one.queue !== 'suggested_post_edit' && (
              <UserActs user={context.author.user} />
            )}
          </>
        )}
      </Section>
      {context !== null && <Facts kind={one.kind} context={context} />}
      {context?.same_links && context.same_links.length > 0 && (
        <SameLinks links={context.same_links} />
      )}
    </aside>
  )
}

function Author({ author }: { author: ReviewContext['author'] }) {
  const t = useTranslate()
  const { number } = useFormats()
  const toSummary = useUserSummary()
  const { flags, removed_count: removed } = author
  return (
    <>
      <div className="pt-1 pb-1.5">
        <UserCard
          user={toSummary(author.user)}
          caption={
            <>
              {t('review.joined')} <RelativeTime at={author.created_at} />
            </>
          }
        />
      </div>
      <dl>
        <Fact name={t('review.questions')}>{number(author.question_count)}</Fact>
        <Fact name={t('review.answers')}>{number(author.answer_count)}</Fact>
        {removed !== null && <Fact name={t('review.removed')}>{number(removed)}</Fact>}
        {flags !== null && (
          <Fact name={t('review.earlier_flags')}>
            {flags.upheld + flags.ignored === 0
              ? t('review.no_cases')
              : t('review.flag_outcomes', { upheld: flags.upheld, ignored: flags.ignored })}
          </Fact>
        )}
      </dl>
    </>
  )
}

type FactsProps = { kind: 'question' | 'answer' | 'comment'; context: ReviewContext }

function Facts({ kind, context }: FactsProps) {
  const t = useTranslate()
  const { number } = useFormats()
  const cases = context.earlier_cases ?? []
  return (
    <Section title={t(`review.about.${kind}`)} size="sm">
      <dl>
        {kind !== 'comment' && <Fact name={t('review.edits')}>{number(context.post.edits)}</Fact>}
        <Fact name={t('review.earlier_cases')}>
          {cases.length === 0 ? t('review.no_cases') : number(cases.length)}
        </Fact>
      </dl>
      <ul>
        {cases.map((earlier) => (
          <li key={earlier.decided_at} className="py-1 text-ink-2">
            {t(`review.done.${earlier.operation}`)}{' '}
            <span className="block text-xs text-ink-3">
              {earlier.decided_by.display_name}, <RelativeTime at={earlier.decided_at} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function SameLinks({ links }: { links: NonNullable<ReviewContext['same_links']> }) {
  const t = useTranslate()
  const { permalink } = useVisit().site
  return (
    <Section title={t('review.same_links')} size="sm">
      <ul>
        {links.map((link) => {
          const question = { id: link.question_id, url_title: link.url_title }
          const path =
            link.answer_id === '0'
              ? questionPath(question, permalink)
              : answerPath(question, link.answer_id, permalink)
          return (
            <li
              key={`${link.object_id} ${link.host}`}
              className="border-b border-line py-2 leading-[1.4] last:border-0"
            >
              <TextLink href={path} target="_blank">
                <bdi>{link.title}</bdi>
              </TextLink>
              <span className="block text-xs text-ink-3">
                <bdi>{link.host}</bdi>, <RelativeTime at={link.created_at} />
                {link.is_deleted && `, ${t('review.deleted')}`}
              </span>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
