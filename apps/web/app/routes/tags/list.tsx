import { listTags, tagOrders } from '@stoa/contract/features/tags'
import { limits } from '@stoa/contract/limits'
import { Plus } from 'lucide-react'
import { FollowTag } from '../../features/content/follows/follow-tag.tsx'
import { SitePage } from '../../features/site/shell/site-page.tsx'
import { TagFilter } from '../../features/content/tags/tag-filter.tsx'
import { TagGrid, TagTile } from '../../features/content/tags/tag-tile.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageLinks } from '../../kernel/page-links.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { pickOption, parsePageNumber, toListPage, withQuery } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/section.tsx'
import { TabLinks } from '../../ui/tabs.tsx'
import type { Route } from './+types/list.ts'

const path = '/tags'
const [defaultOrder] = tagOrders

export async function loader(args: Route.LoaderArgs) {
  const query = new URL(args.request.url).searchParams
  const page = parsePageNumber(query)
  const sort = pickOption(tagOrders, query.get('sort'))
  const text = (query.get('q') ?? '').trim().slice(0, limits.tagName.max).toWellFormed()
  const input = { page, slug_name: text, query_cond: sort }
  const tags = await apiFrom(args).call(listTags, input)
  return { ...toListPage(tags, page, limits.pageSize.default), sort, text }
}

export default function TagsPage({ loaderData }: Route.ComponentProps) {
  const { list, count, page, pages, sort, text, may_create: canCreate } = loaderData
  const t = useTranslate()
  const title = t('tags.title')
  const href = (order: string, target = 1) =>
    withQuery(path, {
      q: text,
      sort: order === defaultOrder ? undefined : order,
      page: target > 1 ? target : undefined,
    })
  return (
    <SitePage>
      <PageMeta
        title={title}
        description={t('tags.description')}
        canonical={href(sort, page)}
        noIndex={text !== ''}
      />
      <PageHead
        title={title}
        note={<span role="status">{t('count.tags', { count })}</span>}
        end={canCreate && <CreateTag />}
      />
      <p className="mb-3 max-w-measure leading-body text-ink-2">{t('tags.description')}</p>
      <TagFilter text={text} sort={sort === defaultOrder ? undefined : sort} />
      <div className="mt-3">
        <TabLinks
          label={t('order.label')}
          line
          items={tagOrders.map((order) => ({
            href: href(order),
            label: t(`tags.order.${order}`),
            current: order === sort,
          }))}
        />
      </div>
      {list.length === 0 ? (
        <NoTags text={text} canCreate={canCreate} />
      ) : (
        <TagGrid label={title}>
          {list.map((tag) => (
            <TagTile key={tag.tag_id} tag={tag} follow={<FollowTag key={tag.tag_id} tag={tag} />} />
          ))}
        </TagGrid>
      )}
      <PageLinks page={page} pages={pages} hrefFor={(target) => href(sort, target)} />
    </SitePage>
  )
}

function CreateTag() {
  const t = useTranslate()
  return (
    <ButtonLink href="/tags/create" size="sm" icon={<Plus className="icon" aria-hidden="true" />}>
      {t('tags.create')}
    </ButtonLink>
  )
}

function NoTags({ text, canCreate }: { text: string; canCreate: boolean }) {
  const t = useTranslate()
  if (text === '') {
    return (
      <EmptyState
        title={t('tags.none')}
        action={<ButtonLink href="/questions/ask">{t('nav.ask')}</ButtonLink>}
      >
        <p>{t('tags.none_text')}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('tags.none_found', { text })}
      action={
        <>
          <ButtonLink href={path}>{t('tags.all')}</ButtonLink>
          {canCreate && <CreateTag />}
        </>
      }
    >
      <p>{t('tags.none_found_text')}</p>
    </EmptyState>
  )
}
