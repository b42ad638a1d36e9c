import type { CommentLine } from '@stoa/contract/features/comments'
import type { VoteLine } from '@stoa/contract/features/votes'
import type { ReactNode } from 'react'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { PostText, type PostTextData } from '../../../kernel/post-text.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Link } from '../../../ui/link.tsx'
import { answerPath, questionPath } from '../../content/questions/permalink.ts'

type Line = Pick<
  VoteLine,
  'created_at' | 'question_id' | 'answer_id' | 'object_type' | 'title' | 'url_title'
>

type PostLineProps = { line: Line; start?: ReactNode; description: ReactNode; children?: ReactNode }

/** On phones the date is below the title. */
export function PostLine({ line, start, description, children }: PostLineProps) {
  const { site } = useVisit()
  const question = { id: line.question_id, url_title: line.url_title }
  const href =
    line.answer_id === '0'
      ? questionPath(question, site.permalink)
      : answerPath(question, line.answer_id, site.permalink)
  return (
    <li
      className={classNames(
        'grid items-baseline gap-x-4 border-b border-line py-2.5',
        start === undefined
          ? 'grid-cols-[minmax(0,1fr)] md:grid-cols-[minmax(0,1fr)_auto]'
          : 'grid-cols-[3rem_minmax(0,1fr)] md:grid-cols-[3rem_minmax(0,1fr)_auto]',
      )}
    >
      {start}
      <div className="min-w-0">
        <h3 className="font-serif text-title leading-snug font-semibold tracking-row text-pretty">
          <Link href={href} className="hit hover:text-accent-ink">
            <bdi>{line.title}</bdi>
          </Link>
        </h3>
        <div className="text-sm text-ink-3">{description}</div>
        {children}
      </div>
      <span
        className={classNames(
          'text-sm whitespace-nowrap text-ink-3',
          start !== undefined && 'max-md:col-start-2',
        )}
      >
        <RelativeTime at={line.created_at} />
      </span>
    </li>
  )
}

export function VoteLines({ lines, label }: { lines: VoteLine[]; label: string }) {
  const t = useTranslate()
  return (
    <ol aria-label={label}>
      {lines.map((line) => (
        <PostLine
          key={line.object_id}
          line={line}
          description={t('user_page.voted', {
            vote: line.vote_type,
            kind: line.object_type === 'comment' ? 'answer' : line.object_type,
          })}
        />
      ))}
    </ol>
  )
}

export type CommentEntry = Omit<CommentLine, 'content'> & { text: PostTextData }

export function CommentLines({ lines, label }: { lines: CommentEntry[]; label: string }) {
  const t = useTranslate()
  return (
    <ol aria-label={label}>
      {lines.map((line) => (
        <PostLine
          key={line.comment_id}
          line={line}
          description={
            <>
              {t('user_page.commented', { kind: line.answer_id === '0' ? 'question' : 'answer' })}
              {line.status !== undefined && ` · ${t('review.waiting')}`}
            </>
          }
        >
          <div className="mt-1">
            <PostText text={line.text} className="prose text-md" />
          </div>
        </PostLine>
      ))}
    </ol>
  )
}
