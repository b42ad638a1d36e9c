import type { UserAnswer, UserQuestion } from '@stoa/contract/features/user-posts'
import type { ProfileUser } from '../../features/community/profiles/profile-header.tsx'
import { tabPath } from '../../features/community/profiles/profile-tabs.ts'
import {
  TopPosts,
  useTopAnswers,
  useTopQuestions,
} from '../../features/community/profiles/top-posts.tsx'
import { useFormats } from '../../kernel/formats.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Figures } from '../../ui/chart/figures.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

type OverviewProps = {
  user: ProfileUser
  isOwn: boolean
  top: { question: UserQuestion[]; answer: UserAnswer[] }
}

export function Overview({ user, isOwn, top }: OverviewProps) {
  const t = useTranslate()
  const { number } = useFormats()
  const toAnswers = useTopAnswers()
  const toQuestions = useTopQuestions()
  const isEmpty = top.answer.length + top.question.length === 0
  return (
    <>
      <Figures
        figures={[
          { label: t('user_page.reputation'), value: number(user.rank) },
          { label: t('user_page.answers'), value: number(user.answer_count) },
          { label: t('user_page.questions'), value: number(user.question_count) },
        ]}
      />
      {isEmpty && <NoPosts name={user.display_name} isOwn={isOwn} />}
      <div className="grid items-start gap-8 lg:auto-cols-fr lg:grid-flow-col lg:gap-12">
        <TopPosts
          title={t('user_page.top_answers')}
          all={{ href: tabPath(user.username, 'answers'), label: t('user_page.all_answers') }}
          posts={toAnswers(top.answer)}
        />
        <TopPosts
          title={t('user_page.top_questions')}
          all={{ href: tabPath(user.username, 'questions'), label: t('user_page.all_questions') }}
          posts={toQuestions(top.question)}
        />
      </div>
    </>
  )
}

function NoPosts({ name, isOwn }: { name: string; isOwn: boolean }) {
  const t = useTranslate()
  if (!isOwn) return <EmptyState title={t('user_page.no_posts', { name })} />
  return (
    <EmptyState
      title={t('user_page.own_no_posts')}
      action={<ButtonLink href="/questions/ask">{t('nav.ask')}</ButtonLink>}
    >
      <p>{t('user_page.own_no_posts_text')}</p>
    </EmptyState>
  )
}
