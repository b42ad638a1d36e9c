import type { ReactNode } from 'react'
import type { ShownPerson } from '../../features/people/person-head.tsx'
import {
  BookmarkRow,
  PersonalAnswerRow,
  PersonalQuestionRow,
} from '../../features/personal/personal-rows.tsx'
import { tabPath } from '../../features/personal/person-tabs.ts'
import { CommentLines, ReputationDays, VoteLines } from '../../features/personal/post-lines.tsx'
import { PageLinks } from '../../kernel/page-links.tsx'
import { withQuery } from '../../kernel/paging.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RowList, RowListHead } from '../../ui/list-row.tsx'
import { TabLinks } from '../../ui/tabs.tsx'
import { Overview } from './overview.tsx'
import type { TabData } from './person-tab.server.ts'

type ListData = Exclude<TabData, { tab: 'overview' }>
type TabProps<Data> = { person: ShownPerson; isOwn: boolean; shown: Data }

/** The part of a person's page below the tabs. */
export function PersonTabView({ person, isOwn, shown }: TabProps<TabData>) {
  if (shown.tab === 'overview') return <Overview person={person} isOwn={isOwn} top={shown} />
  return <ListTab person={person} isOwn={isOwn} shown={shown} />
}

function ListTab({ person, isOwn, shown }: TabProps<ListData>) {
  const path = tabPath(person.username, shown.tab)
  const order = 'order' in shown && shown.order !== 'newest' ? shown.order : undefined
  return (
    <div>
      <Head shown={shown} path={path} />
      {shown.list.length === 0 ? (
        <Nothing person={person} isOwn={isOwn} tab={shown.tab} />
      ) : (
        <Rows person={person} shown={shown} />
      )}
      <PageLinks
        page={shown.page}
        pages={shown.pages}
        hrefFor={(page) => withQuery(path, { order, page: page > 1 ? page : undefined })}
      />
    </div>
  )
}

/** The orders, where there are some, and the names of the columns. */
function Head({ shown, path }: { shown: ListData; path: string }) {
  const t = useTranslate()
  if (!('orders' in shown)) return null
  const columns = [t('question.votes'), t('question.answers'), t('question.views')]
  return (
    <RowListHead columns={shown.tab === 'questions' ? columns : undefined}>
      <TabLinks
        label={t('order.label')}
        items={shown.orders.map((order) => ({
          href: withQuery(path, { order: order === 'newest' ? undefined : order }),
          label: t(`order.${order}`),
          current: order === shown.order,
        }))}
      />
    </RowListHead>
  )
}

function Rows({ person, shown }: { person: ShownPerson; shown: ListData }): ReactNode {
  const t = useTranslate()
  const { listView } = useVisit()
  const label = t('person.list_of', { tab: t(`person.${shown.tab}`), name: person.display_name })
  switch (shown.tab) {
    case 'answers':
      return (
        <RowList label={label}>
          {shown.list.map((answer) => (
            <PersonalAnswerRow key={answer.answer_id} answer={answer} />
          ))}
        </RowList>
      )
    case 'questions':
      return (
        <RowList label={label}>
          {shown.list.map((question) => (
            <PersonalQuestionRow key={question.question_id} question={question} />
          ))}
        </RowList>
      )
    case 'bookmarks':
      return (
        <RowList label={label} compact={listView === 'compact'}>
          {shown.list.map((question) => (
            <BookmarkRow key={question.id} question={question} />
          ))}
        </RowList>
      )
    case 'reputation':
      return <ReputationDays lines={shown.list} />
    case 'comments':
      return <CommentLines lines={shown.list} label={label} />
    case 'votes':
      return <VoteLines lines={shown.list} label={label} />
  }
}

const next = {
  answers: '/questions?order=unanswered',
  questions: '/questions/ask',
  bookmarks: '/questions',
  reputation: '/questions?order=unanswered',
  comments: '/questions',
  votes: '/questions',
} as const

/** Nothing here yet; on one's own page, what to do about it. */
function Nothing({
  person,
  isOwn,
  tab,
}: {
  person: ShownPerson
  isOwn: boolean
  tab: ListData['tab']
}) {
  const t = useTranslate()
  if (!isOwn) {
    return (
      <EmptyState
        title={t('person.none_here', { name: person.display_name })}
        action={
          <ButtonLink href={tabPath(person.username, 'overview')}>
            {t('person.overview')}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <EmptyState
      title={t(`person.own_none_${tab}`)}
      action={<ButtonLink href={next[tab]}>{t(`person.next_${tab}`)}</ButtonLink>}
    >
      <p>{t(`person.own_none_${tab}_text`)}</p>
    </EmptyState>
  )
}
