import type { QuestionItem } from '@stoa/contract/features/questions'
import { useFormats } from '../../kernel/formats.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Link } from '../../ui/link.tsx'
import { Section } from '../../ui/section.tsx'
import { RailList } from '../../ui/shell/rail.tsx'
import { questionPath } from './permalink.ts'

/** What the margin asks the list for. */
export const hotThisWeek = { order: 'hot', in_days: 7, page_size: 6 } as const

export type HotQuestion = Pick<
  QuestionItem,
  'id' | 'title' | 'url_title' | 'vote_count' | 'answer_count' | 'accepted_answer_id'
>

/** As much of a question as the margin shows; the rest would only weigh on the page. */
export function toHotQuestion(question: QuestionItem): HotQuestion {
  const { id, title, url_title, vote_count, answer_count, accepted_answer_id } = question
  return { id, title, url_title, vote_count, answer_count, accepted_answer_id }
}

/** In the margin: what many people look at these days. */
export function HotQuestions({ questions }: { questions: HotQuestion[] }) {
  const t = useTranslate()
  const { site } = useVisit()
  const { count } = useFormats()
  if (questions.length === 0) return null
  const title = t('question.hot_this_week')
  return (
    <Section
      title={title}
      size="sm"
      aside={<Link href="/questions?order=hot">{t('question.see_hot')}</Link>}
    >
      <RailList
        label={title}
        items={questions.map((question) => ({
          href: questionPath(question, site.permalink),
          title: question.title,
          number: count(question.vote_count),
          note: t('count.answers', { count: question.answer_count }),
          done: question.accepted_answer_id !== '0',
        }))}
      />
    </Section>
  )
}
