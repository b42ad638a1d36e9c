import type { QuestionItem } from '@stoa/contract/features/questions'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import type { RowStat } from '../../../ui/list-row.tsx'

type QuestionCounts = Pick<
  QuestionItem,
  'vote_count' | 'answer_count' | 'view_count' | 'accepted_answer_id'
>

export function useQuestionStats(question: QuestionCounts): RowStat[] {
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
      tone: toViewTone(question.view_count),
    },
  ]
}

function toViewTone(views: number): RowStat['tone'] {
  if (views >= 10_000) return 'strong'
  return views >= 1_000 ? 'plain' : 'faint'
}
