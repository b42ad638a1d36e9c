import type { AdminQuestion, QuestionSort } from '@stoa/contract/features/content-admin'
import { CircleCheck } from 'lucide-react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Link } from '../../../ui/link.tsx'
import { Table } from '../../../ui/table.tsx'
import { questionPath } from '../../content/questions/permalink.ts'
import { listHref, type QuestionListQuery, answersPath, questionsPath } from './list-query.ts'
import { Author, CardLine, Day, PostStatus } from './post-cells.tsx'
import { QuestionMenu } from './question-menu.tsx'

type QuestionTableProps = {
  questions: AdminQuestion[]
  query: QuestionListQuery
  selected: ReadonlySet<string>
  onSelect: (ids: Set<string>) => void
}

export function QuestionTable({ questions, query, selected, onSelect }: QuestionTableProps) {
  const t = useTranslate()
  const { count } = useFormats()
  const sort = (key: QuestionSort) => ({
    sortHref: listHref(questionsPath, { ...query, sort: key }),
    ...(query.sort === key ? { sorted: 'descending' as const } : {}),
  })
  return (
    <Table
      caption={t('content_admin.questions')}
      rows={questions}
      rowKey={({ id }) => id}
      selection={{
        keys: selected,
        onChange: onSelect,
        rowLabel: ({ title }) => t('content_admin.select', { title }),
        allLabel: t('content_admin.select_page'),
      }}
      columns={[
        {
          id: 'title',
          head: t('content_admin.question'),
          narrow: 'title',
          cell: (question) => <QuestionTitle question={question} />,
        },
        {
          id: 'status',
          narrow: 'hidden',
          head: t('content_admin.status'),
          cell: ({ status, show }) => <PostStatus status={status} isListed={show === 1} />,
        },
        {
          id: 'author',
          narrow: 'hidden',
          head: t('content_admin.author'),
          cell: ({ user_info }) => <Author user={user_info} />,
        },
        {
          id: 'score',
          narrow: 'hidden',
          head: t('content_admin.votes'),
          align: 'end',
          cell: ({ vote_count }) => <span className="numeral">{count(vote_count)}</span>,
          ...sort('score'),
        },
        {
          id: 'answers',
          narrow: 'hidden',
          head: t('content_admin.answers'),
          align: 'end',
          cell: ({ id, answer_count, accepted_answer_id }) => (
            <AnswerCount id={id} answers={answer_count} isAccepted={accepted_answer_id !== '0'} />
          ),
          ...sort('answers'),
        },
        {
          id: 'views',
          narrow: 'hidden',
          head: t('content_admin.views'),
          align: 'end',
          cell: ({ view_count }) => <span className="numeral">{count(view_count)}</span>,
          ...sort('views'),
        },
        {
          id: 'created',
          narrow: 'hidden',
          head: t('content_admin.asked'),
          cell: ({ create_time }) => <Day at={create_time} />,
          ...sort('newest'),
        },
        {
          id: 'active',
          head: t('content_admin.active'),
          narrow: 'hidden',
          cell: ({ update_time }) => <Day at={update_time} />,
          ...sort('active'),
        },
        {
          id: 'menu',
          head: t('content_admin.actions'),
          hideHead: true,
          narrow: 'corner',
          align: 'end',
          cell: (question) => <QuestionMenu question={question} />,
        },
      ]}
    />
  )
}

function QuestionTitle({ question }: { question: AdminQuestion }) {
  const t = useTranslate()
  const { site } = useVisit()
  return (
    <div className="grid min-w-0 gap-0.5 lg:min-w-64">
      <Link
        href={questionPath(question, site.permalink)}
        className="line-clamp-2 min-h-target font-semibold text-ink hover:text-accent-ink"
      >
        <bdi>{question.title}</bdi>
      </Link>
      {question.tags.length > 0 && (
        <span className="truncate text-sm text-ink-3" dir="auto">
          {question.tags.map(({ display_name }) => display_name).join(' · ')}
        </span>
      )}
      <CardLine>
        <PostStatus status={question.status} isListed={question.show === 1} />
        <Author user={question.user_info} />
        <span>{t('content_admin.vote_count', { count: question.vote_count })}</span>
        <span>{t('content_admin.answers_of', { count: question.answer_count })}</span>
        <Day at={question.create_time} />
      </CardLine>
    </div>
  )
}

type AnswerCountProps = { id: string; answers: number; isAccepted: boolean }

/** Leads to the list of the answers. */
function AnswerCount({ id, answers, isAccepted }: AnswerCountProps) {
  const t = useTranslate()
  const { count } = useFormats()
  if (answers === 0) return <span className="numeral text-ink-3">{count(0)}</span>
  return (
    <Link
      href={`${answersPath}?question_id=${id}`}
      aria-label={t('content_admin.answers_of', { count: answers })}
      className="hit numeral inline-flex min-h-6 items-center gap-1 hover:text-accent-ink"
    >
      {isAccepted && <CircleCheck className="icon text-ok" aria-hidden="true" />}
      {count(answers)}
    </Link>
  )
}
