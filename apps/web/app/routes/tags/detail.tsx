import { listQuestions } from '@stoa/contract/features/questions'
import { getTag } from '@stoa/contract/features/tags'
import { limits } from '@stoa/contract/limits'
import { data, redirect } from 'react-router'
import { FollowTag } from '../../features/follows/follow-tag.tsx'
import { ListViewForm } from '../../features/questions/list-view-form.tsx'
import { NoQuestions } from '../../features/questions/no-questions.tsx'
import { listHref, publicOrders } from '../../features/questions/order-tabs.tsx'
import { QuestionList } from '../../features/questions/question-list.tsx'
import { SitePage } from '../../features/site/site-page.tsx'
import { tagPath } from '../../features/tags/tag-path.ts'
import { apiFrom, locationOf } from '../../kernel/api.server.ts'
import { PageTitle } from '../../kernel/page-title.tsx'
import { chosenFrom, pageNumber, pageOfList } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/section.tsx'
import { loadMargin } from '../questions/margin.server.ts'
import { Margin } from '../questions/margin.tsx'
import type { Route } from './+types/detail.ts'

export async function loader(args: Route.LoaderArgs) {
  const query = new URL(args.request.url).searchParams
  const page = pageNumber(query)
  const order = chosenFrom(publicOrders, query.get('order'))
  const name = args.params.tagName
  if (name.length > limits.tagName.max) throw data(null, { status: 404 })
  const api = apiFrom(args)
  const [{ original_text: _, parsed_text: __, ...tag }, found, margin] = await Promise.all([
    api.call(getTag, { name }),
    api.call(listQuestions, { tag: name, page, order }),
    loadMargin(args),
  ])
  // A synonym, or another way to write the name.
  if (tag.slug_name !== name) {
    const [, search] = locationOf(args.request).split('?')
    const path = tagPath(tag.slug_name)
    throw redirect(search === undefined ? path : `${path}?${search}`, 301)
  }
  return { tag, ...pageOfList(found, page, limits.pageSize.default), order, margin }
}

export default function TagPage({ loaderData }: Route.ComponentProps) {
  const { tag, margin, ...questions } = loaderData
  const { order, page } = questions
  const t = useTranslate()
  const path = tagPath(tag.slug_name)
  const feed = `${path}/feed.atom`
  const title = t('tags.questions_of', { tag: tag.display_name })
  return (
    <SitePage rail={<Margin margin={margin} feed={feed} />} railLabel={t('site.sidebar')}>
      <PageTitle
        title={title}
        description={tag.excerpt || t('tags.questions_of_text', { tag: tag.display_name })}
        canonical={listHref(path, order, page)}
        hidden={tag.status === 'deleted'}
        feed={{ path: feed, title }}
      />
      {tag.status === 'deleted' && <Notice tone="warn">{t('tags.deleted')}</Notice>}
      <PageHead
        title={<bdi>{tag.display_name}</bdi>}
        note={t('count.questions', { count: questions.count })}
        end={
          <>
            <FollowTag key={tag.tag_id} tag={tag} hasCount />
            <ListViewForm />
          </>
        }
      />
      <div className="mt-1 mb-2 grid max-w-measure justify-items-start gap-2">
        {tag.excerpt !== '' && (
          <p dir="auto" className="leading-body text-ink-2">
            {tag.excerpt}
          </p>
        )}
        <ButtonLink href={`${path}/info`} size="sm" variant="ghost" className="-ms-2.75">
          {t('tags.about', { tag: tag.display_name })}
        </ButtonLink>
      </div>
      <QuestionList
        questions={questions}
        orders={publicOrders}
        path={path}
        label={title}
        empty={<NoQuestions order={order} />}
        followed={margin.followed?.map(({ slug_name }) => slug_name)}
      />
    </SitePage>
  )
}
