import type { FlaggedUserContext } from '@stoa/contract/features/flagged-users'
import { RelativeTime, useFormats } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Section } from '../../../ui/section.tsx'
import { LinesSkeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { answerPath, questionPath } from '../../content/questions/permalink.ts'
import { UserActs } from './user-acts.tsx'
import { Fact } from './context-fact.tsx'
import type { FlaggedUserCase } from './desk-case.ts'

type UserContextProps = { one: FlaggedUserCase; context: FlaggedUserContext | null }

/** What else is known about a flagged user. */
export function UserContext({ one, context }: UserContextProps) {
  const t = useTranslate()
  return (
    <aside aria-label={t('review.context')} className="grid gap-5 text-sm">
      <Section title={t('review.about.user')} size="sm">
        {context === null ? (
          <LinesSkeleton label={t('app.loading')} />
        ) : (
          <>
            <Facts context={context} />
            {context.can_moderate && <UserActs user={one.author} />}
          </>
        )}
      </Section>
      {context !== null && <EarlierCases cases={context.earlier_cases} />}
      {context !== null && context.posts.length > 0 && <RecentPosts posts={context.posts} />}
    </aside>
  )
}

function Facts({ context }: { context: FlaggedUserContext }) {
  const t = useTranslate()
  const { number, dateTime } = useFormats()
  return (
    <dl>
      <Fact name={t('review.questions')}>{number(context.question_count)}</Fact>
      <Fact name={t('review.answers')}>{number(context.answer_count)}</Fact>
      <Fact name={t('review.removed')}>{number(context.removed_count)}</Fact>
      <Fact name={t('user_mod.warnings')}>{number(context.warning_count)}</Fact>
      <Fact name={t('user_mod.suspensions')}>{number(context.suspension_count)}</Fact>
      {context.silenced_until > 0 && (
        <Fact name={t('review.silenced_until')}>{dateTime(context.silenced_until)}</Fact>
      )}
    </dl>
  )
}

function EarlierCases({ cases }: { cases: FlaggedUserContext['earlier_cases'] }) {
  const t = useTranslate()
  return (
    <Section title={t('review.earlier_cases')} size="sm">
      {cases.length === 0 && <p className="py-1 text-ink-3">{t('review.no_cases')}</p>}
      <ul>
        {cases.map((earlier) => (
          <li key={earlier.decided_at} className="py-1 text-ink-2">
            {t(`review.done.${earlier.operation}`)}
            <span className="block text-xs text-ink-3">
              <bdi>{earlier.decided_by.display_name}</bdi>, <RelativeTime at={earlier.decided_at} />
            </span>
            {earlier.note !== '' && <bdi className="block break-words">{earlier.note}</bdi>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function RecentPosts({ posts }: { posts: FlaggedUserContext['posts'] }) {
  const t = useTranslate()
  const { permalink } = useVisit().site
  return (
    <Section title={t('review.recent_posts')} size="sm">
      <ul>
        {posts.map((post) => {
          const question = { id: post.question_id, url_title: post.url_title }
          const path =
            post.answer_id === '0'
              ? questionPath(question, permalink)
              : answerPath(question, post.answer_id, permalink)
          return (
            <li
              key={post.object_id}
              className="border-b border-line py-2 leading-[1.4] last:border-0"
            >
              <TextLink href={path} target="_blank" className="hit">
                <bdi>{post.title}</bdi>
              </TextLink>
              <span className="block text-xs text-ink-3">
                {t(post.answer_id === '0' ? 'review.kind.question' : 'review.kind.answer')},{' '}
                <RelativeTime at={post.created_at} />
                {post.is_deleted && `, ${t('review.deleted')}`}
              </span>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
