import type { Question } from '@stoa/contract/features/questions'
import { EyeOff, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

const tones = { info: 'warn', warning: 'warn', danger: 'bad', secondary: 'info' } as const
const unlistedShow = 2

type NoticedQuestion = Pick<Question, 'operation' | 'show' | 'user_info'>
type Operation = NonNullable<Question['operation']>

/** In the URL of a question that was just asked, when it is the first one of its author. */
export const firstQuestionQuery = '?posted=first'

/** Explains a closed, deleted, pending or unlisted question. */
export function QuestionNotice({ question }: { question: NoticedQuestion }) {
  const t = useTranslate()
  const { operation, show } = question
  const { viewer } = useVisit()
  const isFirst = useLocation().search === firstQuestionQuery
  return (
    <>
      {isFirst && operation === undefined && viewer?.id === question.user_info.id && (
        <Notice tone="ok" title={t('question.first_posted')} live>
          {t('question.first_posted_text')}
        </Notice>
      )}
      {operation !== undefined && <OperationNotice operation={operation} />}
      {show === unlistedShow && (
        <Notice
          title={t('question.unlisted')}
          icon={<EyeOff className="icon" aria-hidden="true" />}
        >
          {t('question.unlisted_text')}
        </Notice>
      )}
    </>
  )
}

function OperationNotice({ operation }: { operation: Operation }) {
  const t = useTranslate()
  const { level, msg, description, time } = operation
  const isLink = /^https?:\/\//.test(msg)
  return (
    <Notice
      tone={tones[level]}
      title={isLink ? description : msg}
      icon={level === 'info' ? <Lock className="icon" aria-hidden="true" /> : undefined}
    >
      {isLink ? (
        <TextLink href={msg} className="break-words">
          {msg}
        </TextLink>
      ) : (
        description
      )}
      {time > 0 && (
        <span className="block text-sm text-ink-3">
          {t.rich<ReactNode>('question.since', { time: <RelativeTime key="time" at={time} /> })}
        </span>
      )}
    </Notice>
  )
}
