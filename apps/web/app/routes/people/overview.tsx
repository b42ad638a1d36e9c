import type { UserAnswer, UserQuestion } from '@stoa/contract/features/personal'
import type { ShownPerson } from '../../features/people/person-head.tsx'
import { tabPath } from '../../features/personal/person-tabs.ts'
import { TopPosts, useTopAnswers, useTopQuestions } from '../../features/personal/top-posts.tsx'
import { useFormats } from '../../kernel/formats.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Figures } from '../../ui/chart/figures.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

type OverviewProps = {
  person: ShownPerson
  isOwn: boolean
  top: { question: UserQuestion[]; answer: UserAnswer[] }
}

/** A person in figures, and the best of what they wrote. */
export function Overview({ person, isOwn, top }: OverviewProps) {
  const t = useTranslate()
  const { number } = useFormats()
  const toAnswers = useTopAnswers()
  const toQuestions = useTopQuestions()
  const isQuiet = top.answer.length + top.question.length === 0
  return (
    <>
      <Figures
        figures={[
          { label: t('person.reputation'), value: number(person.rank) },
          { label: t('person.answers'), value: number(person.answer_count) },
          { label: t('person.questions'), value: number(person.question_count) },
        ]}
      />
      {isQuiet && <Quiet name={person.display_name} isOwn={isOwn} />}
      <div className="grid items-start gap-8 lg:auto-cols-fr lg:grid-flow-col lg:gap-12">
        <TopPosts
          title={t('person.top_answers')}
          all={{ href: tabPath(person.username, 'answers'), label: t('person.all_answers') }}
          posts={toAnswers(top.answer)}
        />
        <TopPosts
          title={t('person.top_questions')}
          all={{ href: tabPath(person.username, 'questions'), label: t('person.all_questions') }}
          posts={toQuestions(top.question)}
        />
      </div>
    </>
  )
}

/** Nothing to read here yet; on one's own page, what to do about it. */
function Quiet({ name, isOwn }: { name: string; isOwn: boolean }) {
  const t = useTranslate()
  if (!isOwn) return <EmptyState title={t('person.quiet', { name })} />
  return (
    <EmptyState
      title={t('person.own_quiet')}
      action={<ButtonLink href="/questions/ask">{t('nav.ask')}</ButtonLink>}
    >
      <p>{t('person.own_quiet_text')}</p>
    </EmptyState>
  )
}
