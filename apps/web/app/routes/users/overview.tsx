import type { BadgeAwardSummary } from '@stoa/contract/features/badges'
import type { UserStatistics } from '@stoa/contract/features/profiles'
import type { UserAnswer, UserQuestion } from '@stoa/contract/features/user-posts'
import { RecentBadges } from '../../features/community/badges/recent-badges.tsx'
import { ActivityChart } from '../../features/community/profiles/activity-chart.tsx'
import type { ProfileUser } from '../../features/community/profiles/profile-header.tsx'
import { tabPath } from '../../features/community/profiles/profile-tabs.ts'
import { ReputationChart } from '../../features/community/profiles/reputation-chart.tsx'
import { TopPosts, useTopPosts } from '../../features/community/profiles/top-posts.tsx'
import { TopTags } from '../../features/community/profiles/top-tags.tsx'
import { Slot } from '../../features/site/plugin-slots/slot.tsx'
import { useFormats } from '../../kernel/formats.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Figures } from '../../ui/chart/figures.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

type OverviewProps = {
  user: ProfileUser
  isOwn: boolean
  top: { question: UserQuestion[]; answer: UserAnswer[] }
  statistics: UserStatistics
  badges: BadgeAwardSummary[]
}

const splitClasses =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)]'

export function Overview({ user, isOwn, top, statistics, badges }: OverviewProps) {
  const t = useTranslate()
  const posts = useTopPosts()(top.answer, top.question)
  return (
    <>
      <UserFigures user={user} statistics={statistics} />
      <RecentBadges
        list={badges}
        username={user.username}
        allHref={tabPath(user.username, 'badges')}
      />
      {posts.length === 0 ? (
        <NoPosts name={user.display_name} isOwn={isOwn} />
      ) : (
        <>
          <div className={splitClasses}>
            <ActivityChart weeks={statistics.weeks} />
            <ReputationChart months={statistics.months} />
          </div>
          <div className={splitClasses}>
            <TopPosts
              all={{ href: tabPath(user.username, 'answers'), label: t('user_page.all_answers') }}
              posts={posts}
            />
            <TopTags tags={statistics.tags} />
          </div>
        </>
      )}
      <Slot name="profile.overview" userId={user.id} username={user.username} />
    </>
  )
}

type UserFiguresProps = Pick<OverviewProps, 'user' | 'statistics'>

function UserFigures({ user, statistics }: UserFiguresProps) {
  const t = useTranslate()
  const { number, count } = useFormats()
  const { months, accepted_percent, answered_percent, view_count } = statistics
  const gained = (months.at(-1)?.rank ?? 0) - (months.at(-2)?.rank ?? 0)
  const toNote = (text: string) => ({ text, tone: 'plain' as const })
  // A share of nothing says nothing.
  const toShare = (key: 'accepted_percent' | 'answered_percent', percent: number, total: number) =>
    total > 0 ? toNote(t(`user_page.${key}`, { percent })) : undefined
  return (
    <Figures
      figures={[
        {
          label: t('user_page.reputation'),
          value: number(user.rank),
          change: {
            text: t('user_page.this_month', {
              points: gained > 0 ? `+${number(gained)}` : number(gained),
            }),
            tone: gained > 0 ? 'good' : 'plain',
          },
        },
        {
          label: t('user_page.answers'),
          value: number(user.answer_count),
          change: toShare('accepted_percent', accepted_percent, user.answer_count),
        },
        {
          label: t('user_page.questions'),
          value: number(user.question_count),
          change: toShare('answered_percent', answered_percent, user.question_count),
        },
        {
          label: t('user_page.people_helped'),
          value: count(view_count),
          change: toNote(t('user_page.people_helped_note')),
        },
      ]}
    />
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
