import { listQuestions } from '@stoa/contract/features/questions'
import { getTag, listRelatedTags } from '@stoa/contract/features/tags'
import { limits } from '@stoa/contract/limits'
import { data, redirect } from 'react-router'
import { FollowTag } from '../../features/content/follows/follow-tag.tsx'
import { IgnoreTag } from '../../features/content/ignored-tags/ignore-tag.tsx'
import { ListViewForm } from '../../features/content/questions/list-view-form.tsx'
import { NoQuestions } from '../../features/content/questions/no-questions.tsx'
import { listHref, publicOrders } from '../../features/content/questions/order-tabs.tsx'
import { QuestionList } from '../../features/content/questions/question-list.tsx'
import { RelatedTags } from '../../features/content/tags/related-tags.tsx'
import { SitePage } from '../../features/site/shell/site-page.tsx'
import { tagPath } from '../../features/content/tags/tag-path.ts'
import { withHotQuestions } from '../../features/content/questions/not-found.server.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { pickOption, parsePageNumber, toListPage } from '../../kernel/paging.ts'
import { listOrderCookie, readCookie } from '../../kernel/preferences.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/section.tsx'
import { loadListSidebar } from '../questions/list-sidebar.server.ts'
import { ListSidebar, toNavTags } from '../questions/list-sidebar.tsx'
import type { Route } from './+types/detail.ts'

export const loader = (args: Route.LoaderArgs) => withHotQuestions(args, () => load(args))

async function load(args: Route.LoaderArgs) {
  const query = new URL(args.request.url).searchParams
  const page = parsePageNumber(query)
  const cookie = readCookie(args.request.headers.get('cookie'), listOrderCookie)
  const order = pickOption(publicOrders, query.get('order') ?? cookie)
  const name = args.params.tagName
  if (name.length > limits.tagName.max) throw data(null, { status: 404 })
  const api = apiFrom(args)
  const [{ original_text: _, parsed_text: __, ...tag }, questions, related, sidebar] =
    await Promise.all([
      api.call(getTag, { name }),
      api.call(listQuestions, { tag: name, page, order }),
      api.call(listRelatedTags, { tag: name }),
      loadListSidebar(args),
    ])
  // A synonym or another spelling of the name.
  if (tag.slug_name !== name) {
    throw redirect(tagPath(tag.slug_name) + args.url.search, 301)
  }
  const hasRememberedOrder = cookie !== null
  const listPage = toListPage(questions, page, limits.pageSize.default)
  return { tag, ...listPage, order, hasRememberedOrder, related, sidebar }
}

export default function TagPage({ loaderData }: Route.ComponentProps) {
  const { tag, related, sidebar, ...questions } = loaderData
  const { order, page } = questions
  const t = useTranslate()
  const path = tagPath(tag.slug_name)
  const feed = `${path}/feed.atom`
  const title = t('tags.questions_of', { tag: tag.display_name })
  return (
    <SitePage
      sidebar={
        <>
          <RelatedTags tags={related} />
          <ListSidebar sidebar={sidebar} feed={feed} />
        </>
      }
      sidebarLabel={t('site.sidebar')}
      followedTags={toNavTags(sidebar.followed)}
    >
      <PageMeta
        title={title}
        description={tag.excerpt || t('tags.questions_of_text', { tag: tag.display_name })}
        canonical={listHref(path, order, page)}
        noIndex={tag.status === 'deleted'}
        feed={{ path: feed, title }}
      />
      {tag.status === 'deleted' && <Notice tone="warn">{t('tags.deleted')}</Notice>}
      <PageHead
        title={<bdi>{tag.display_name}</bdi>}
        note={t('count.questions', { count: questions.count })}
        end={
          <>
            <FollowTag key={tag.tag_id} tag={tag} hasCount />
            {sidebar.ignored && (
              <IgnoreTag
                tag={tag}
                isIgnored={sidebar.ignored.some(({ tag_id }) => tag_id === tag.tag_id)}
              />
            )}
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
        followed={sidebar.followed?.map(({ slug_name }) => slug_name)}
        ignored={sidebar.ignored
          ?.map(({ slug_name }) => slug_name)
          .filter((slug) => slug !== tag.slug_name)}
      />
    </SitePage>
  )
}
