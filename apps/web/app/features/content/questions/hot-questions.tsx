import type { QuestionItem } from '@stoa/contract/features/questions'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { SidebarList } from '../../../ui/shell/sidebar-list.tsx'
import { questionPath } from './permalink.ts'

export const hotThisWeekInput = {
  order: 'hot',
  in_days: 7,
  only: 'discussed',
  page_size: 6,
} as const

export type HotQuestion = Pick<
  QuestionItem,
  'id' | 'title' | 'url_title' | 'vote_count' | 'answer_count' | 'accepted_answer_id'
>

/** Only what the sidebar shows, to keep pages small. */
export function toHotQuestion(question: QuestionItem): HotQuestion {
  const { id, title, url_title, vote_count, answer_count, accepted_answer_id } = question
  return { id, title, url_title, vote_count, answer_count, accepted_answer_id }
}

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
      <SidebarList
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
