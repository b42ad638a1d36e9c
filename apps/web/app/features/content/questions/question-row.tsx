import type { QuestionItem } from '@stoa/contract/features/questions'
import { Pin } from 'lucide-react'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { ListRow, RowLabel } from '../../../ui/list-row.tsx'
import { UserLine } from '../../../ui/user-card.tsx'
import { PlainTags } from '../tags/plain-tags.tsx'
import { useUserSummary } from '../../people/users/use-user-summary.ts'
import { questionPath } from './permalink.ts'
import { useQuestionStats } from './question-stats.ts'

const closed = 2

type QuestionRowProps = {
  question: QuestionItem
  /** Slugs of the viewer's followed tags. */
  followed?: readonly string[] | undefined
  /** Whether it has one of the viewer's ignored tags. */
  isIgnored?: boolean
}

export function QuestionRow({ question, followed, isIgnored = false }: QuestionRowProps) {
  const t = useTranslate()
  const { site } = useVisit()
  const toUserSummary = useUserSummary()
  const states = [
    ...(question.status === closed ? [t('question.closed')] : []),
    ...(isIgnored ? [t('ignored_tags.state')] : []),
  ]
  return (
    <ListRow
      href={questionPath(question, site.permalink)}
      title={question.title}
      newMark={isIgnored ? undefined : t('question.new_mark')}
      state={states.join(', ')}
      isDimmed={isIgnored}
      excerpt={isIgnored ? undefined : question.description}
      stats={useQuestionStats(question)}
      start={
        <>
          {question.pin === 2 && (
            <RowLabel icon={<Pin className="icon" aria-hidden="true" />}>
              {t('question.pinned')}
            </RowLabel>
          )}
          <PlainTags
            tags={question.tags}
            followed={followed}
            beside={question.pin === 2 ? t('question.pinned') : undefined}
          />
        </>
      }
      author={<UserLine user={toUserSummary(question.operator)} />}
      time={t.rich<React.ReactNode>(`question.${question.operation_type}`, {
        time: <RelativeTime key="time" at={question.operated_at} />,
      })}
    />
  )
}
