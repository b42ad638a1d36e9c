import type { Question } from '@stoa/contract/features/questions'
import { Clock, Copy, EyeOff, Lock, Shield } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { questionPath } from './permalink.ts'

const tones = { info: 'warn', warning: 'warn', danger: 'bad', secondary: 'info' } as const
const unlistedShow = 2

type NoticedQuestion = Pick<
  Question,
  'operation' | 'show' | 'user_info' | 'is_locked' | 'protected_rank'
>
type Operation = NonNullable<Question['operation']>

/** In the URL of a question that was just asked, when it is the first one of its author. */
export const firstQuestionQuery = '?posted=first'

/** Explains a closed, deleted, pending or unlisted question. */
export function QuestionNotice({ question }: { question: NoticedQuestion }) {
  const t = useTranslate()
  const { operation, show } = question
  const { viewer } = useVisit()
  const isFirst = useLocation().search === firstQuestionQuery
  const isAsker = viewer?.id === question.user_info.id
  return (
    <>
      {isFirst && operation === undefined && isAsker && (
        <Notice tone="ok" title={t('question.first_posted')} live>
          {t('question.first_posted_text')}
        </Notice>
      )}
      {operation !== undefined && <OperationNotice operation={operation} isAsker={isAsker} />}
      {show === unlistedShow && (
        <Notice
          title={t('question.unlisted')}
          icon={<EyeOff className="icon" aria-hidden="true" />}
        >
          {t('question.unlisted_text')}
        </Notice>
      )}
      <RestrictionNotice question={question} />
    </>
  )
}

function RestrictionNotice({ question }: { question: NoticedQuestion }) {
  const t = useTranslate()
  const { is_locked: isLocked, protected_rank: reputation } = question
  if (isLocked) return <LockedNotice text={t('question.locked_text')} />
  if (reputation === 0) return null
  return (
    <Notice title={t('question.protected')} icon={<Shield className="icon" aria-hidden="true" />}>
      {t('question.protected_text', { reputation })}
    </Notice>
  )
}

export function LockedNotice({ text }: { text: string }) {
  const t = useTranslate()
  return (
    <Notice title={t('question.locked')} icon={<Lock className="icon" aria-hidden="true" />}>
      {text}
    </Notice>
  )
}

type OperationNoticeProps = { operation: Operation; isAsker: boolean }

function OperationNotice({ operation, isAsker }: OperationNoticeProps) {
  const { level, msg, time } = operation
  if (operation.duplicate_of !== undefined)
    return (
      <DuplicateNotice operation={operation} original={operation.duplicate_of} isAsker={isAsker} />
    )
  if (level === 'secondary') return <PendingNotice isAuthor={isAsker} />
  if (operation.type !== '') return <ClosedNotice operation={operation} isAsker={isAsker} />
  return (
    <Notice
      tone={tones[level]}
      title={msg}
      icon={level === 'info' ? <Lock className="icon" aria-hidden="true" /> : undefined}
    >
      {time > 0 && <ClosedBy operation={operation} />}
    </Notice>
  )
}

/** For questions and answers. Only the author and staff see them. */
export function PendingNotice({ isAuthor }: { isAuthor: boolean }) {
  const t = useTranslate()
  return (
    <Notice title={t('review.waiting_title')} icon={<Clock className="icon" aria-hidden="true" />}>
      {t(isAuthor ? 'review.waiting_author' : 'review.waiting_staff')}
    </Notice>
  )
}

function ClosedNotice({ operation, isAsker }: OperationNoticeProps) {
  const t = useTranslate()
  return (
    <Notice
      tone="warn"
      icon={<Lock className="icon" aria-hidden="true" />}
      title={t('question.closed_as', { reason: operation.type })}
    >
      {operation.description}
      {operation.msg !== '' && (
        <span className="mt-1 block break-words">
          <bdi>{operation.msg}</bdi>
        </span>
      )}
      <ClosedBy operation={operation} />
      {isAsker && <span className="mt-1 block text-sm">{t('question.closed_hint')}</span>}
    </Notice>
  )
}

type DuplicateNoticeProps = OperationNoticeProps & {
  original: NonNullable<Operation['duplicate_of']>
}

function DuplicateNotice({ operation, original, isAsker }: DuplicateNoticeProps) {
  const t = useTranslate()
  const { site } = useVisit()
  return (
    <Notice
      tone="warn"
      icon={<Copy className="icon" aria-hidden="true" />}
      title={t('question.duplicate_title')}
    >
      <span className="block">
        <TextLink href={questionPath(original, site.permalink)}>
          <bdi>{original.title}</bdi>
        </TextLink>
      </span>
      <span className="block text-sm text-ink-3">
        {t('question.duplicate_answers', {
          count: original.answer_count,
          accepted: original.accepted_answer_id === '0' ? 'no' : 'yes',
        })}
      </span>
      <ClosedBy operation={operation} />
      {isAsker && <span className="mt-1 block text-sm">{t('question.duplicate_hint')}</span>}
    </Notice>
  )
}

function ClosedBy({ operation: { user_info, time } }: { operation: Operation }) {
  const t = useTranslate()
  const since = <RelativeTime key="time" at={time} />
  return (
    <span className="block text-sm text-ink-3">
      {user_info === undefined
        ? t.rich<ReactNode>('question.since', { time: since })
        : t.rich<ReactNode>('question.closed_by', {
            name: <bdi key="name">{user_info.display_name}</bdi>,
            time: since,
          })}
    </span>
  )
}
