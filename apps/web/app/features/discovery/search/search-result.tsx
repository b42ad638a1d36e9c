import type { SearchItem } from '@stoa/contract/features/search'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats, RelativeTime } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Link } from '../../../ui/link.tsx'
import { UserLine } from '../../../ui/user-card.tsx'
import { answerPath, questionPath } from '../../content/questions/permalink.ts'
import { PlainTags } from '../../content/tags/plain-tags.tsx'
import { useUserSummary } from '../../people/users/use-user-summary.ts'
import { Excerpt, Highlights } from './excerpt.tsx'
import type { ResultGroup } from './group-results.ts'

/** A result, and more answers to the same question. */
export function SearchResult({ group: { head, answers } }: { group: ResultGroup }) {
  const t = useTranslate()
  const pathOf = useResultPath()
  const { object } = head
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1 border-b border-line py-3">
      <Stats item={head} />
      <h2 className="font-serif text-title leading-snug font-semibold tracking-row text-pretty">
        <Link href={pathOf(head)} className="hit visited:text-ink-2 hover:text-accent-ink">
          <Highlights html={object.highlighted_title} matchClassName="text-inherit" />
        </Link>
        {object.status === 'closed' && (
          <span className="font-sans text-sm font-normal text-ink-3">
            {' '}
            [{t('question.closed')}]
          </span>
        )}
      </h2>
      <Excerpt html={object.excerpt} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-ink-3 pointer-coarse:gap-y-6 pointer-coarse:pt-2">
        <div className="min-w-0 overflow-x-clip">
          <PlainTags tags={object.tags} />
        </div>
        <Author item={head} />
      </div>
      {answers.length > 0 && (
        <ul
          aria-label={t('search.answers_in', { title: object.title })}
          className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3 border-s-2 border-line ps-3"
        >
          {answers.map((answer) => (
            <li
              key={answer.object.id}
              className="grid grid-cols-[minmax(0,1fr)] gap-1 pointer-coarse:gap-4"
            >
              <Stats item={answer} />
              <Link href={pathOf(answer)} className="block min-h-target hover:text-accent-ink">
                <Excerpt html={answer.object.excerpt} />
              </Link>
              <div className="flex justify-end text-sm text-ink-3">
                <Author item={answer} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function useResultPath() {
  const { site } = useVisit()
  return ({ object_type: type, object }: SearchItem) => {
    const question = { id: object.question_id, url_title: object.url_title }
    return type === 'question'
      ? questionPath(question, site.permalink)
      : answerPath(question, object.id, site.permalink)
  }
}

function Author({ item: { object_type: type, object } }: { item: SearchItem }) {
  const t = useTranslate()
  const toUserSummary = useUserSummary()
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <UserLine user={toUserSummary(object.user_info)} />
      <span aria-hidden="true" className="text-line-control">
        ·
      </span>
      <span className="whitespace-nowrap">
        {t.rich<ReactNode>(type === 'question' ? 'question.asked' : 'question.answered', {
          time: <RelativeTime key="time" at={object.created_at} />,
        })}
      </span>
    </div>
  )
}

function Stats({ item: { object_type: type, object } }: { item: SearchItem }) {
  const t = useTranslate()
  const { number } = useFormats()
  const isSolved = type === 'question' && object.accepted
  return (
    <p className="numeral flex flex-wrap items-center gap-x-3 text-xs text-ink-3">
      <span className="rounded-sm bg-wash px-1.5 leading-5 font-medium text-ink-2">
        {t(`search.is.${type}`)}
      </span>
      <span>
        <b className="font-semibold text-ink-2">{number(object.vote_count)}</b>{' '}
        {t('unit.votes', { count: object.vote_count })}
      </span>
      {type === 'question' && !isSolved && (
        <span>{t('count.answers', { count: object.answer_count })}</span>
      )}
      {object.accepted && (
        <span className="inline-flex items-center gap-1 font-medium text-ok">
          <Check className="icon stroke-[2.75]" aria-hidden="true" />
          {isSolved ? t('count.answers', { count: object.answer_count }) : t('search.accepted')}
          {isSolved && <span className="sr-only">, {t('question.solved')}</span>}
        </span>
      )}
    </p>
  )
}
