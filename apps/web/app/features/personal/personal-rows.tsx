import type { Bookmark } from '@stoa/contract/features/bookmarks'
import type { PostStatusName, UserAnswer, UserQuestion } from '@stoa/contract/features/personal'
import { questionStatuses } from '@stoa/contract/features/questions'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats } from '../../kernel/formats.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { When } from '../../kernel/when.tsx'
import { ListRow, RowMark } from '../../ui/list-row.tsx'
import { UserLine } from '../../ui/user-card.tsx'
import { answerPath, questionPath } from '../questions/permalink.ts'
import { useQuestionStats } from '../questions/question-stats.ts'
import { PlainTags } from '../tags/plain-tags.tsx'
import { usePerson } from '../users/use-person.ts'

/** A question in the list of what a person has asked. */
export function PersonalQuestionRow({ question }: { question: UserQuestion }) {
  const t = useTranslate()
  const { site } = useVisit()
  const state = useStateWord(question.status)
  return (
    <ListRow
      href={questionPath({ ...question, id: question.question_id }, site.permalink)}
      title={question.title}
      state={state}
      stats={useQuestionStats(question)}
      start={<PlainTags tags={question.tags} />}
      when={t.rich<ReactNode>('question.asked', {
        time: <When key="time" at={question.created_at} />,
      })}
    />
  )
}

/** A question that someone keeps, with who asked it. */
export function BookmarkRow({ question }: { question: Bookmark }) {
  const t = useTranslate()
  const { site } = useVisit()
  const person = usePerson()
  return (
    <ListRow
      href={questionPath(question, site.permalink)}
      title={question.title}
      state={question.status === questionStatuses.closed ? t('question.closed') : undefined}
      excerpt={question.description}
      stats={useQuestionStats(question)}
      start={<PlainTags tags={question.tags} />}
      person={<UserLine person={person(question.user_info)} />}
      when={t.rich<ReactNode>('question.asked', {
        time: <When key="time" at={question.create_time} />,
      })}
    />
  )
}

/** An answer, under the title of its question. */
export function PersonalAnswerRow({ answer }: { answer: UserAnswer }) {
  const t = useTranslate()
  const { site } = useVisit()
  const { count } = useFormats()
  const question = { id: answer.question_id, url_title: answer.question_info.url_title }
  return (
    <ListRow
      href={answerPath(question, answer.answer_id, site.permalink)}
      title={answer.question_info.title}
      state={useStateWord(answer.status)}
      stats={[
        {
          label: t('question.votes'),
          value: count(answer.vote_count),
          unit: t('unit.votes', { count: answer.vote_count }),
          tone: 'strong',
        },
      ]}
      start={
        <>
          {answer.accepted === 2 && (
            <RowMark tone="ok" icon={<Check className="icon" aria-hidden="true" />}>
              {t('search.accepted')}
            </RowMark>
          )}
          <PlainTags tags={answer.question_info.tags} />
        </>
      }
      when={t.rich<ReactNode>('question.answered', {
        time: <When key="time" at={answer.create_time} />,
      })}
    />
  )
}

/** Why not everyone sees it, in a word. */
function useStateWord(status: PostStatusName): string | undefined {
  const t = useTranslate()
  return status === 'available' ? undefined : t(`question.${status}`)
}
