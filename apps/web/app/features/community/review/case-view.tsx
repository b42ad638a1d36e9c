import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { userPath } from '../../../kernel/paths.ts'
import { PostText } from '../../../kernel/post-text.tsx'
import { Label } from '../../../ui/label.tsx'
import { Link } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { UserLine } from '../../../ui/user-card.tsx'
import { commentHref } from '../../content/question-page/question-url.ts'
import { answerPath, questionPath } from '../../content/questions/permalink.ts'
import { tagInfoPath } from '../../content/tags/tag-path.ts'
import { PlainTags } from '../../content/tags/plain-tags.tsx'
import { useUserSummary } from '../../people/users/use-user-summary.ts'
import type { DeskCase, FlaggedCase, FlaggedUserCase, HeldCase } from './desk-case.ts'
import type { DeskData } from './desk-data.server.ts'
import { FlagList } from './flag-list.tsx'
import { SuggestionView } from './suggestion-view.tsx'
import { UserView } from './user-view.tsx'

type CaseViewProps = { one: DeskCase; isLocked: boolean } & Pick<
  DeskData,
  'context' | 'userContext'
>

export function CaseView({ one, isLocked, context, userContext }: CaseViewProps) {
  const facts = context?.objectId === one.objectId ? context : null
  const parent = facts?.post.parent ?? null
  return (
    <article aria-labelledby="case-title" className="grid min-w-0 gap-4">
      <CaseHead one={one} />
      {isLocked && <ClaimNotice name={one.claimedBy?.display_name} />}
      {parent !== null && <Parent kind={one.kind} excerpt={parent.excerpt} />}
      <CaseBody one={one} facts={facts} userContext={userContext} />
    </article>
  )
}

type CaseBodyProps = { one: DeskCase; facts: DeskData['context'] } & Pick<DeskData, 'userContext'>

function CaseBody({ one, facts, userContext }: CaseBodyProps) {
  if (one.queue === 'suggested_post_edit') return <SuggestionView one={one} />
  if (one.queue !== 'flagged_user') return <PostView one={one} facts={facts} />
  return <UserView one={one} facts={userContext?.objectId === one.objectId ? userContext : null} />
}

function ClaimNotice({ name }: { name: string | undefined }) {
  const t = useTranslate()
  return (
    <Notice tone="warn" live>
      {name === undefined ? t('error.review.claimed') : t('review.looking_at_this', { name })}
    </Notice>
  )
}

type PostViewProps = { one: FlaggedCase | HeldCase; facts: DeskData['context'] }

function PostView({ one, facts }: PostViewProps) {
  const t = useTranslate()
  const hasScore = facts !== null && one.queue === 'flagged_post' && one.kind !== 'comment'
  return (
    <>
      <Section
        title={t(`review.text.${one.kind}`)}
        size="sm"
        aside={hasScore ? t('review.score', { score: facts.post.score }) : undefined}
      >
        <PostText text={one.text} className="prose" />
        {one.kind === 'question' && (
          <div className="mt-3">
            <PlainTags tags={one.tags} />
          </div>
        )}
      </Section>
      {one.queue === 'flagged_post' && <FlagList one={one} flaggers={facts?.flaggers ?? null} />}
    </>
  )
}

const timeLabels = {
  queued_post: 'review.posted',
  flagged_post: 'review.posted',
  flagged_user: 'review.joined',
  suggested_post_edit: 'review.suggested',
} as const

function CaseHead({ one }: { one: DeskCase }) {
  const t = useTranslate()
  const toSummary = useUserSummary()
  const path = useCasePath(one)
  return (
    <header className="grid gap-1.5">
      <div className="flex flex-wrap gap-1">
        <Label>{t(`review.kind.${one.kind}`)}</Label>
        {one.queue === 'flagged_post' && <FlagLabels one={one} />}
        {one.queue === 'flagged_user' && <UserLabels one={one} />}
        {one.queue === 'queued_post' &&
          one.reason.split(' · ').map((reason) => (
            <Label key={reason} tone="warn">
              {reason}
            </Label>
          ))}
      </div>
      <h2
        id="case-title"
        className="font-serif text-2xl leading-[1.25] font-semibold tracking-title text-pretty break-words"
      >
        <Link href={path} target="_blank" className="hover:text-accent-ink">
          <bdi>{one.title}</bdi>
        </Link>
      </h2>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-3">
        {one.queue === 'flagged_user' ? (
          <bdi dir="ltr">@{one.author.username}</bdi>
        ) : (
          <UserLine user={toSummary(one.author)} />
        )}
        <span>
          {t(timeLabels[one.queue])} <RelativeTime at={one.postedAt} />
        </span>
      </p>
    </header>
  )
}

function FlagLabels({ one }: { one: FlaggedCase }) {
  const t = useTranslate()
  return (
    <>
      {one.isAccepted && <Label tone="ok">{t('review.accepted')}</Label>}
      {one.isClosed && <Label tone="warn">{t('review.closed')}</Label>}
      {!one.isListed && <Label tone="warn">{t('review.unlisted')}</Label>}
      <Label tone="bad">{t('review.flag_count', { count: one.flags.length })}</Label>
    </>
  )
}

function UserLabels({ one }: { one: FlaggedUserCase }) {
  const t = useTranslate()
  return (
    <>
      {one.author.status === 'suspended' && (
        <Label tone="warn">{t('user_mod.kind.suspension')}</Label>
      )}
      <Label tone="bad">{t('review.flag_count', { count: one.flags.length })}</Label>
    </>
  )
}

function useCasePath(one: DeskCase): string {
  const { permalink } = useVisit().site
  if (one.kind === 'tag') return tagInfoPath(one.urlTitle)
  if (one.kind === 'user') return userPath(one.urlTitle)
  const question = { id: one.questionId, url_title: one.urlTitle }
  const path =
    one.answerId === '0'
      ? questionPath(question, permalink)
      : answerPath(question, one.answerId, permalink)
  return one.kind === 'comment' ? commentHref(path, one.commentId) : path
}

/** What an answer or a comment is on. */
function Parent({ kind, excerpt }: { kind: DeskCase['kind']; excerpt: string }) {
  const t = useTranslate()
  return (
    <blockquote className="border-s-2 border-line-strong ps-3.5 text-md leading-body text-ink-2">
      <p className="text-xs text-ink-3">
        {t(kind === 'answer' ? 'review.asked' : 'review.commented_on')}
      </p>
      <p dir="auto">{excerpt}</p>
    </blockquote>
  )
}
