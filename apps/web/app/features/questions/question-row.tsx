import type { QuestionItem } from '@stoa/contract/features/questions'
import { Pin } from 'lucide-react'
import { useFormats } from '../../kernel/formats.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { When } from '../../kernel/when.tsx'
import { ListRow, RowMark, type RowStat } from '../../ui/list-row.tsx'
import { UserLine } from '../../ui/user-card.tsx'
import { PlainTags } from '../tags/plain-tags.tsx'
import { usePerson } from '../users/use-person.ts'
import { questionPath } from './permalink.ts'

const closed = 2

export function QuestionRow({ question }: { question: QuestionItem }) {
  const t = useTranslate()
  const { site } = useVisit()
  const person = usePerson()
  return (
    <ListRow
      href={questionPath(question, site.permalink)}
      title={question.title}
      state={question.status === closed ? t('question.closed') : undefined}
      excerpt={question.description}
      stats={useStats(question)}
      start={
        <>
          {question.pin === 2 && (
            <RowMark icon={<Pin className="icon" aria-hidden="true" />}>
              {t('question.pinned')}
            </RowMark>
          )}
          <PlainTags tags={question.tags} />
        </>
      }
      person={<UserLine person={person(question.operator)} />}
      when={t.rich<React.ReactNode>(`question.${question.operation_type}`, {
        time: <When key="time" at={question.operated_at} />,
      })}
    />
  )
}

function useStats(question: QuestionItem): RowStat[] {
  const t = useTranslate()
  const { count } = useFormats()
  const isSolved = question.accepted_answer_id !== '0'
  const answers: Pick<RowStat, 'tone' | 'note'> = isSolved
    ? { tone: 'done', note: t('question.solved') }
    : { tone: question.answer_count === 0 ? 'faint' : 'plain' }
  return [
    {
      label: t('question.votes'),
      value: count(question.vote_count),
      unit: t('unit.votes', { count: question.vote_count }),
      tone: 'strong',
    },
    {
      label: t('question.answers'),
      value: count(question.answer_count),
      unit: t('unit.answers', { count: question.answer_count }),
      ...answers,
    },
    {
      label: t('question.views'),
      value: count(question.view_count),
      unit: t('unit.views', { count: question.view_count }),
      tone: 'faint',
    },
  ]
}
