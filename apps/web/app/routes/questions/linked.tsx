import { listLinkingQuestions } from '@stoa/contract/features/questions'
import { limits } from '@stoa/contract/limits'
import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import { ListViewForm } from '../../features/content/questions/list-view-form.tsx'
import { listHref, publicOrders } from '../../features/content/questions/order-tabs.tsx'
import { questionPath } from '../../features/content/questions/permalink.ts'
import { QuestionList } from '../../features/content/questions/question-list.tsx'
import { SitePage } from '../../features/site/shell/site-page.tsx'
import { withHotQuestions } from '../../features/content/questions/not-found.server.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { pickOption, parsePageNumber, toListPage } from '../../kernel/paging.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/section.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { loadListSidebar } from './list-sidebar.server.ts'
import { ListSidebar } from './list-sidebar.tsx'
import type { Route } from './+types/linked.ts'

const [first] = publicOrders
const orders = [
  first,
  ...publicOrders.filter((order) => order !== first && order !== 'unanswered'),
] as const

const toLinkedPath = (id: string) => `/questions/linked/${id}`

export const loader = (args: Route.LoaderArgs) => withHotQuestions(args, () => load(args))

async function load(args: Route.LoaderArgs) {
  const query = new URL(args.request.url).searchParams
  const page = parsePageNumber(query)
  const order = pickOption(orders, query.get('order'))
  const { qid } = args.params
  const [linking, sidebar] = await Promise.all([
    apiFrom(args).call(listLinkingQuestions, { question_id: qid, page, order }),
    loadListSidebar(args),
  ])
  if (linking.question.id !== qid) {
    throw redirect(toLinkedPath(linking.question.id) + args.url.search, 301)
  }
  return { ...toListPage(linking, page, limits.pageSize.default), order, sidebar }
}

export default function LinkedQuestions({ loaderData }: Route.ComponentProps) {
  const { sidebar, question, ...questions } = loaderData
  const { count, order, page } = questions
  const t = useTranslate()
  const { site } = useVisit()
  const path = toLinkedPath(question.id)
  const title = t('linked.title')
  const questionHref = questionPath(question, site.permalink)
  return (
    <SitePage
      sidebar={<ListSidebar sidebar={sidebar} feed="/feed.atom" />}
      sidebarLabel={t('site.sidebar')}
    >
      <PageMeta
        title={t('linked.page_title', { title: question.title })}
        description={t('linked.description', { title: question.title })}
        canonical={listHref(path, order, page)}
      />
      <PageHead title={title} note={t('count.questions', { count })} end={<ListViewForm />} />
      <p className="mb-2 max-w-measure leading-body text-ink-2">
        {t.rich<ReactNode>('linked.sentence', {
          question: (
            <TextLink key="question" href={questionHref}>
              <bdi>{question.title}</bdi>
            </TextLink>
          ),
        })}
      </p>
      <QuestionList
        questions={questions}
        orders={orders}
        path={path}
        label={title}
        empty={
          <EmptyState
            title={t('linked.none')}
            action={<ButtonLink href={questionHref}>{t('linked.back')}</ButtonLink>}
          >
            <p>{t('linked.none_text')}</p>
          </EmptyState>
        }
        followed={sidebar.followed?.map((tag) => tag.slug_name)}
        ignored={sidebar.ignored?.map((tag) => tag.slug_name)}
      />
    </SitePage>
  )
}
