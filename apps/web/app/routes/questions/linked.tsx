import { listLinkingQuestions } from '@stoa/contract/features/questions'
import { limits } from '@stoa/contract/limits'
import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import { ListViewForm } from '../../features/questions/list-view-form.tsx'
import { listHref, publicOrders } from '../../features/questions/order-tabs.tsx'
import { questionPath } from '../../features/questions/permalink.ts'
import { QuestionList } from '../../features/questions/question-list.tsx'
import { SitePage } from '../../features/site/site-page.tsx'
import { apiFrom, locationOf } from '../../kernel/api.server.ts'
import { PageTitle } from '../../kernel/page-title.tsx'
import { chosenFrom, pageNumber, pageOfList } from '../../kernel/paging.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/section.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { loadMargin } from './margin.server.ts'
import { Margin } from './margin.tsx'
import type { Route } from './+types/linked.ts'

const [first] = publicOrders
const orders = [
  first,
  ...publicOrders.filter((order) => order !== first && order !== 'unanswered'),
] as const

/** The one address of what links to a question. */
const linkedPath = (id: string) => `/questions/linked/${id}`

export async function loader(args: Route.LoaderArgs) {
  const query = new URL(args.request.url).searchParams
  const page = pageNumber(query)
  const order = chosenFrom(orders, query.get('order'))
  const { qid } = args.params
  const [found, margin] = await Promise.all([
    apiFrom(args).call(listLinkingQuestions, { question_id: qid, page, order }),
    loadMargin(args),
  ])
  if (found.question.id !== qid) {
    const [, search] = locationOf(args.request).split('?')
    const path = linkedPath(found.question.id)
    throw redirect(search === undefined ? path : `${path}?${search}`, 301)
  }
  return { ...pageOfList(found, page, limits.pageSize.default), order, margin }
}

export default function LinkedQuestions({ loaderData }: Route.ComponentProps) {
  const { margin, question, ...questions } = loaderData
  const { count, order, page } = questions
  const t = useTranslate()
  const { site } = useVisit()
  const path = linkedPath(question.id)
  const title = t('linked.title')
  const base = questionPath(question, site.permalink)
  return (
    <SitePage rail={<Margin margin={margin} feed="/feed.atom" />} railLabel={t('site.sidebar')}>
      <PageTitle
        title={t('linked.page_title', { title: question.title })}
        description={t('linked.description', { title: question.title })}
        canonical={listHref(path, order, page)}
      />
      <PageHead title={title} note={t('count.questions', { count })} end={<ListViewForm />} />
      <p className="mb-2 max-w-measure leading-body text-ink-2">
        {t.rich<ReactNode>('linked.sentence', {
          question: (
            <TextLink key="question" href={base}>
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
            action={<ButtonLink href={base}>{t('linked.back')}</ButtonLink>}
          >
            <p>{t('linked.none_text')}</p>
          </EmptyState>
        }
        followed={margin.followed?.map((tag) => tag.slug_name)}
      />
    </SitePage>
  )
}
