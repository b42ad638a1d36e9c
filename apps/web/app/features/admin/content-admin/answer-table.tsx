import type { AdminAnswer, AnswerSort } from '@stoa/contract/features/content-admin'
import { Check, CircleCheck, Ellipsis, History, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Link } from '../../../ui/link.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { Table } from '../../../ui/table.tsx'
import { answerPath, answerTimelinePath } from '../../content/questions/permalink.ts'
import { answersPath, type AnswerListQuery, listHref } from './list-query.ts'
import { Author, CardLine, Day, PostStatus } from './post-cells.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { useAnswerChange } from './use-post-change.ts'

type AnswerTableProps = {
  answers: AdminAnswer[]
  query: AnswerListQuery
  selected: ReadonlySet<string>
  onSelect: (ids: Set<string>) => void
}

export function AnswerTable({ answers, query, selected, onSelect }: AnswerTableProps) {
  const t = useTranslate()
  const { count } = useFormats()
  const sort = (key: AnswerSort) => ({
    sortHref: listHref(answersPath, { ...query, sort: key }),
    ...(query.sort === key ? { sorted: 'descending' as const } : {}),
  })
  return (
    <Table
      caption={t('content_admin.answers')}
      rows={answers}
      rowKey={({ id }) => id}
      selection={{
        keys: selected,
        onChange: onSelect,
        rowLabel: ({ question_info: { title } }) => t('content_admin.select', { title }),
        allLabel: t('content_admin.select_page'),
      }}
      columns={[
        {
          id: 'text',
          head: t('content_admin.answer'),
          narrow: 'title',
          cell: (answer) => <AnswerText answer={answer} />,
        },
        {
          id: 'status',
          narrow: 'hidden',
          head: t('content_admin.status'),
          cell: ({ status }) => <PostStatus status={status} isAnswer />,
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
          id: 'created',
          narrow: 'hidden',
          head: t('content_admin.answered'),
          cell: ({ create_time }) => <Day at={create_time} />,
          ...sort('newest'),
        },
        {
          id: 'menu',
          head: t('content_admin.actions'),
          hideHead: true,
          narrow: 'corner',
          align: 'end',
          cell: (answer) => <AnswerMenu answer={answer} />,
        },
      ]}
    />
  )
}

function AnswerText({ answer }: { answer: AdminAnswer }) {
  const t = useTranslate()
  const { site } = useVisit()
  const question = { id: answer.question_id, url_title: answer.question_info.url_title }
  return (
    <div className="grid min-w-0 gap-0.5">
      <Link
        href={answerPath(question, answer.id, site.permalink)}
        className="line-clamp-1 min-h-target font-semibold text-ink hover:text-accent-ink"
      >
        <bdi>{answer.question_info.title}</bdi>
      </Link>
      <span className="line-clamp-2 max-w-measure text-sm text-ink-2" dir="auto">
        {answer.accepted === 2 && (
          <span className="text-ok">
            <CircleCheck className="icon me-1 inline" aria-hidden="true" />
            {t('content_admin.accepted')} ·{' '}
          </span>
        )}
        {answer.description}
      </span>
      <CardLine>
        <PostStatus status={answer.status} isAnswer />
        <Author user={answer.user_info} />
        <span>{t('content_admin.vote_count', { count: answer.vote_count })}</span>
        <Day at={answer.create_time} />
      </CardLine>
    </div>
  )
}

function AnswerMenu({ answer }: { answer: AdminAnswer }) {
  const t = useTranslate()
  const [isRemoving, setIsRemoving] = useState(false)
  const { run, isSending } = useAnswerChange(answer.id)
  const icon = (Icon: typeof Check) => <Icon className="icon" aria-hidden="true" />
  const remove: MenuItem = {
    id: 'delete',
    label: t('content_admin.delete'),
    icon: icon(Trash2),
    danger: true,
    onSelect: () => void run({ kind: 'delete' }),
  }
  const items: Record<AdminAnswer['status'], MenuItem[]> = {
    1: [remove],
    10: [
      {
        id: 'restore',
        label: t('content_admin.restore'),
        icon: icon(Undo2),
        onSelect: () => void run({ kind: 'restore' }),
      },
      {
        id: 'remove',
        label: t('content_admin.remove'),
        icon: icon(Trash2),
        danger: true,
        onSelect: () => setIsRemoving(true),
      },
    ],
    11: [
      {
        id: 'approve',
        label: t('content_admin.approve'),
        icon: icon(Check),
        onSelect: () => void run({ kind: 'approve' }),
      },
      remove,
    ],
  }
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            label={t('content_admin.actions_on', { title: answer.question_info.title })}
            icon={icon(Ellipsis)}
            disabled={isSending}
          />
        }
        items={[
          {
            kind: 'link',
            id: 'history',
            label: t('content_admin.history'),
            icon: icon(History),
            href: answerTimelinePath(answer.question_id, answer.id),
          },
          { kind: 'line', id: 'line' },
          ...items[answer.status],
        ]}
      />
      {isRemoving && (
        <RemoveDialog
          title={t('content_admin.remove_title')}
          isSending={isSending}
          onClose={() => setIsRemoving(false)}
          onSubmit={(reason) => run({ kind: 'remove', reason })}
        />
      )}
    </>
  )
}
