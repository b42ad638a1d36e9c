import type { QuestionItem } from '@stoa/contract/features/questions'
import { Pin } from 'lucide-react'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { When } from '../../kernel/when.tsx'
import { ListRow, RowMark } from '../../ui/list-row.tsx'
import { UserLine } from '../../ui/user-card.tsx'
import { PlainTags } from '../tags/plain-tags.tsx'
import { usePerson } from '../users/use-person.ts'
import { questionPath } from './permalink.ts'
import { useQuestionStats } from './question-stats.ts'

const closed = 2

type QuestionRowProps = {
  question: QuestionItem
  /** The reader's own tags. */
  followed?: readonly string[] | undefined
}

export function QuestionRow({ question, followed }: QuestionRowProps) {
  const t = useTranslate()
  const { site } = useVisit()
  const person = usePerson()
  return (
    <ListRow
      href={questionPath(question, site.permalink)}
      title={question.title}
      state={question.status === closed ? t('question.closed') : undefined}
      excerpt={question.description}
      stats={useQuestionStats(question)}
      start={
        <>
          {question.pin === 2 && (
            <RowMark icon={<Pin className="icon" aria-hidden="true" />}>
              {t('question.pinned')}
            </RowMark>
          )}
          <PlainTags tags={question.tags} followed={followed} />
        </>
      }
      person={<UserLine person={person(question.operator)} />}
      when={t.rich<React.ReactNode>(`question.${question.operation_type}`, {
        time: <When key="time" at={question.operated_at} />,
      })}
    />
  )
}
