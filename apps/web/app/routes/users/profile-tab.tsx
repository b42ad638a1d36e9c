import type { ReactNode } from 'react'
import { UserBadges } from '../../features/community/badges/badge-tile.tsx'
import { DraftRows } from '../../features/community/profiles/draft-rows.tsx'
import { OwnFlagRows } from '../../features/community/flags/own-flag-rows.tsx'
import type { ProfileUser } from '../../features/community/profiles/profile-header.tsx'
import {
  BookmarkRow,
  UserAnswerRow,
  UserQuestionRow,
} from '../../features/community/profiles/personal-rows.tsx'
import { tabPath } from '../../features/community/profiles/profile-tabs.ts'
import { CommentLines, VoteLines } from '../../features/community/profiles/post-lines.tsx'
import { ReputationDays } from '../../features/community/profiles/reputation-days.tsx'
import { SuggestionRows } from '../../features/community/suggestions/suggestion-rows.tsx'
import { PageLinks } from '../../kernel/page-links.tsx'
import { withQuery } from '../../kernel/paging.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RowList, RowListHead } from '../../ui/list-row.tsx'
import { TabLinks } from '../../ui/tabs.tsx'
import { Overview } from './overview.tsx'
import type { TabData } from './profile-tab.server.ts'

type ListData = Exclude<TabData, { tab: 'overview' }>
type TabProps<Data> = { user: ProfileUser; isOwn: boolean; data: Data }

export function ProfileTabView({ user, isOwn, data }: TabProps<TabData>) {
  if (data.tab === 'overview') return <Overview user={user} isOwn={isOwn} {...data} />
  return <ListTab user={user} isOwn={isOwn} data={data} />
}

function ListTab({ user, isOwn, data }: TabProps<ListData>) {
  const path = tabPath(user.username, data.tab)
  const order = 'order' in data && data.order !== 'newest' ? data.order : undefined
  return (
    <div>
      <ListHead data={data} path={path} />
      {data.list.length === 0 ? (
        <EmptyTab user={user} isOwn={isOwn} tab={data.tab} />
      ) : (
        <TabRows user={user} data={data} />
      )}
      <PageLinks
        page={data.page}
        pages={data.pages}
        hrefFor={(page) => withQuery(path, { order, page: page > 1 ? page : undefined })}
      />
    </div>
  )
}

function ListHead({ data, path }: { data: ListData; path: string }) {
  const t = useTranslate()
  if (!('orders' in data)) return null
  const columns = [t('question.votes'), t('question.answers'), t('question.views')]
  return (
    <RowListHead columns={data.tab === 'questions' ? columns : undefined}>
      <TabLinks
        label={t('order.label')}
        items={data.orders.map((order) => ({
          href: withQuery(path, { order: order === 'newest' ? undefined : order }),
          label: t(`order.${order}`),
          current: order === data.order,
        }))}
      />
    </RowListHead>
  )
}

function TabRows({ user, data }: { user: ProfileUser; data: ListData }): ReactNode {
  const t = useTranslate()
  const { listView } = useVisit()
  const label = t('user_page.list_of', {
    tab: t(`user_page.${data.tab}`),
    name: user.display_name,
  })
  switch (data.tab) {
    case 'answers':
      return (
        <RowList label={label}>
          {data.list.map((answer) => (
            <UserAnswerRow key={answer.answer_id} answer={answer} />
          ))}
        </RowList>
      )
    case 'questions':
      return (
        <RowList label={label}>
          {data.list.map((question) => (
            <UserQuestionRow key={question.question_id} question={question} />
          ))}
        </RowList>
      )
    case 'bookmarks':
      return (
        <RowList label={label} compact={listView === 'compact'}>
          {data.list.map((question) => (
            <BookmarkRow key={question.id} question={question} />
          ))}
        </RowList>
      )
    case 'drafts':
      return <DraftRows drafts={data.list} label={label} />
    case 'suggestions':
      return <SuggestionRows list={data.list} label={label} />
    case 'flags':
      return <OwnFlagRows list={data.list} label={label} />
    case 'reputation':
      return <ReputationDays lines={data.list} months={data.months} />
    case 'badges':
      return <UserBadges label={label} username={user.username} list={data.list} />
    case 'comments':
      return <CommentLines lines={data.list} label={label} />
    case 'votes':
      return <VoteLines lines={data.list} label={label} />
  }
}

const nextPaths = {
  answers: '/questions?order=unanswered',
  questions: '/questions/ask',
  bookmarks: '/questions',
  drafts: '/questions/ask',
  suggestions: '/questions',
  flags: '/questions',
  reputation: '/questions?order=unanswered',
  badges: '/badges',
  comments: '/questions',
  votes: '/questions',
} as const satisfies Record<ListData['tab'], string>

function EmptyTab({
  user,
  isOwn,
  tab,
}: {
  user: ProfileUser
  isOwn: boolean
  tab: ListData['tab']
}) {
  const t = useTranslate()
  if (!isOwn) {
    return (
      <EmptyState
        title={t('user_page.empty_list', { name: user.display_name })}
        action={
          <ButtonLink href={tabPath(user.username, 'overview')}>
            {t('user_page.overview')}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <EmptyState
      title={t(`user_page.own_none_${tab}`)}
      action={<ButtonLink href={nextPaths[tab]}>{t(`user_page.next_${tab}`)}</ButtonLink>}
    >
      <p>{t(`user_page.own_none_${tab}_text`)}</p>
    </EmptyState>
  )
}
