import type { Bookmark } from '@stoa/contract/features/bookmarks'
import type { PostStatusName, UserAnswer, UserQuestion } from '@stoa/contract/features/user-posts'
import { questionStatuses } from '@stoa/contract/features/questions'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats, RelativeTime } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { ListRow, RowLabel } from '../../../ui/list-row.tsx'
import { UserLine } from '../../../ui/user-card.tsx'
import { answerPath, questionPath } from '../../content/questions/permalink.ts'
import { useQuestionStats } from '../../content/questions/question-stats.ts'
import { PlainTags } from '../../content/tags/plain-tags.tsx'
import { useUserSummary } from '../../people/users/use-user-summary.ts'

export function UserQuestionRow({ question }: { question: UserQuestion }) {
  const t = useTranslate()
  const { site } = useVisit()
  const state = useStatusLabel(question.status)
  return (
    <ListRow
      href={questionPath({ ...question, id: question.question_id }, site.permalink)}
      title={question.title}
      state={state}
      stats={useQuestionStats(question)}
      start={<PlainTags tags={question.tags} />}
      time={t.rich<ReactNode>('question.asked', {
        time: <RelativeTime key="time" at={question.created_at} />,
      })}
    />
  )
}

export function BookmarkRow({ question }: { question: Bookmark }) {
  const t = useTranslate()
  const { site } = useVisit()
  const toUserSummary = useUserSummary()
  return (
    <ListRow
      href={questionPath(question, site.permalink)}
      title={question.title}
      state={question.status === questionStatuses.closed ? t('question.closed') : undefined}
      excerpt={question.description}
      stats={useQuestionStats(question)}
      start={<PlainTags tags={question.tags} />}
      author={<UserLine user={toUserSummary(question.user_info)} />}
      time={t.rich<ReactNode>('question.asked', {
        time: <RelativeTime key="time" at={question.create_time} />,
      })}
    />
  )
}

export function UserAnswerRow({ answer }: { answer: UserAnswer }) {
  const t = useTranslate()
  const { site } = useVisit()
  const { count } = useFormats()
  const question = { id: answer.question_id, url_title: answer.question_info.url_title }
  return (
    <ListRow
      href={answerPath(question, answer.answer_id, site.permalink)}
      title={answer.question_info.title}
      state={useStatusLabel(answer.status)}
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
            <RowLabel tone="ok" icon={<Check className="icon" aria-hidden="true" />}>
              {t('search.accepted')}
            </RowLabel>
          )}
          <PlainTags
            tags={answer.question_info.tags}
            beside={answer.accepted === 2 ? t('search.accepted') : undefined}
          />
        </>
      }
      time={t.rich<ReactNode>('question.answered', {
        time: <RelativeTime key="time" at={answer.create_time} />,
      })}
    />
  )
}

/** Set unless the post is public. */
function useStatusLabel(status: PostStatusName): string | undefined {
  const t = useTranslate()
  return status === 'available' ? undefined : t(`question.${status}`)
}
