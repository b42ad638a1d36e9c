import { listQuestions } from '@stoa/contract/features/questions'
import { listRecommended } from '@stoa/contract/features/recommended'
import { limits } from '@stoa/contract/limits'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useIsLive } from '../../features/community/live/use-live.ts'
import { ListViewForm } from '../../features/content/questions/list-view-form.tsx'
import { NoQuestions } from '../../features/content/questions/no-questions.tsx'
import { listHref, orders, publicOrders } from '../../features/content/questions/order-tabs.tsx'
import { QuestionList } from '../../features/content/questions/question-list.tsx'
import { SitePage } from '../../features/site/shell/site-page.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { pickOption, parsePageNumber, toListPage } from '../../kernel/paging.ts'
import { listOrderCookie, readCookie } from '../../kernel/preferences.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { PageHead } from '../../ui/section.tsx'
import { loadListSidebar } from './list-sidebar.server.ts'
import { ListSidebar, toNavTags } from './list-sidebar.tsx'
import type { Route } from './+types/list.ts'

const NewQuestions = lazy(async () => ({
  default: (await import('../../features/community/live/new-questions.tsx')).NewQuestions,
}))

const path = '/questions'
const feed = '/feed.atom'

export async function loader(args: Route.LoaderArgs) {
  const query = new URL(args.request.url).searchParams
  const page = parsePageNumber(query)
  const cookie = readCookie(args.request.headers.get('cookie'), listOrderCookie)
  const order = pickOption(orders, query.get('order') ?? cookie)
  const api = apiFrom(args)
  const [questions, sidebar] = await Promise.all([
    order === 'recommend'
      ? api.call(listRecommended, { page })
      : api.call(listQuestions, { page, order }),
    loadListSidebar(args),
  ])
  const hasRememberedOrder = cookie !== null
  const listPage = toListPage(questions, page, limits.pageSize.default)
  return { ...listPage, order, hasRememberedOrder, sidebar }
}

export default function QuestionsPage({ loaderData }: Route.ComponentProps) {
  const { sidebar, ...questions } = loaderData
  const { order, page, count } = questions
  const t = useTranslate()
  const { pathname } = useLocation()
  const isLive = useIsLive()
  // New questions are the first ones of these lists.
  const hasNewest = page === 1 && (order === 'newest' || order === 'active')
  const isHome = pathname === '/' && page === 1
  const title = t('question.list_title')
  return (
    <SitePage
      sidebar={<ListSidebar sidebar={sidebar} feed={feed} />}
      sidebarLabel={t('site.sidebar')}
      followedTags={toNavTags(sidebar.followed)}
    >
      <PageMeta
        title={isHome ? undefined : title}
        canonical={listHref(path, order, page)}
        noIndex={order === 'recommend'}
        feed={{ path: feed, title }}
      />
      {isLive && hasNewest && (
        <Suspense>
          <NewQuestions list={questions.list} />
        </Suspense>
      )}
      <PageHead title={title} note={t('count.questions', { count })} end={<ListViewForm />} />
      <QuestionList
        questions={questions}
        orders={sidebar.followed === null ? publicOrders : orders}
        path={path}
        label={title}
        empty={<NoQuestions order={order} />}
        followed={sidebar.followed?.map((tag) => tag.slug_name)}
        ignored={sidebar.ignored?.map((tag) => tag.slug_name)}
      />
    </SitePage>
  )
}
