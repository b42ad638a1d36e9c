import { listQuestions, questionOrders } from '@stoa/contract/features/questions'
import { limits } from '@stoa/contract/limits'
import { data, useLocation } from 'react-router'
import { listHref, OrderTabs } from '../../features/questions/order-tabs.tsx'
import { QuestionRow } from '../../features/questions/question-row.tsx'
import { AboutSite } from '../../features/site/about-site.tsx'
import { SitePage } from '../../features/site/site-page.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { useFormats } from '../../kernel/formats.ts'
import { PageTitle } from '../../kernel/page-title.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RowList, RowListHead } from '../../ui/list-row.tsx'
import { Pager } from '../../ui/pager.tsx'
import { PageHead } from '../../ui/section.tsx'
import type { Route } from './+types/list.ts'

export async function loader(args: Route.LoaderArgs) {
  const query = new URL(args.request.url).searchParams
  const page = toPage(query.get('page'))
  const order = questionOrders.find((known) => known === query.get('order')) ?? 'newest'
  const questions = await apiFrom(args).call(listQuestions, { page, order })
  if (questions.list.length === 0 && page > 1) throw data(null, { status: 404 })
  const pages = Math.max(1, Math.ceil(questions.count / limits.pageSize.default))
  return { ...questions, page, pages: Math.max(pages, page), order, orders: questionOrders }
}

function toPage(text: string | null): number {
  if (text === null) return 1
  if (!/^[1-9]\d{0,5}$/.test(text)) throw data(null, { status: 404 })
  return Number(text)
}

export default function QuestionList({ loaderData }: Route.ComponentProps) {
  const { list, count, page, pages, order, orders } = loaderData
  const t = useTranslate()
  const { number } = useFormats()
  const { pathname } = useLocation()
  const href = (target: number) => listHref(pathname, order, target)
  return (
    <SitePage rail={<AboutSite />} railLabel={t('site.about')}>
      <PageTitle
        title={pathname === '/' && page === 1 ? undefined : t('question.list_title')}
        canonical={listHref('/questions', order, page)}
        feed={{ path: '/feed.atom', title: t('question.list_title') }}
      />
      <PageHead title={t('question.list_title')} note={t('count.questions', { count })} />
      <RowListHead columns={[t('question.votes'), t('question.answers'), t('question.views')]}>
        <OrderTabs orders={orders} current={order} path={pathname} />
      </RowListHead>
      {list.length === 0 ? (
        <EmptyState
          title={t('question.none_title')}
          action={<ButtonLink href="/questions/ask">{t('nav.ask')}</ButtonLink>}
        >
          <p>{t('question.none_text')}</p>
        </EmptyState>
      ) : (
        <RowList label={t('question.list_title')}>
          {list.map((question) => (
            <QuestionRow key={question.id} question={question} />
          ))}
        </RowList>
      )}
      <Pager
        label={t('pager.label')}
        page={page}
        pages={pages}
        hrefFor={href}
        numberText={number}
        previousLabel={t('pager.previous')}
        nextLabel={t('pager.next')}
      />
    </SitePage>
  )
}
