import type { SavedSearch } from '@stoa/contract/features/saved-searches'
import type { SearchItem, SearchOrder } from '@stoa/contract/features/search'
import { searchOrders } from '@stoa/contract/features/search'
import type { TagItem } from '@stoa/contract/features/tags'
import type { ReactNode } from 'react'
import { FollowTag } from '../../features/content/follows/follow-tag.tsx'
import { SaveSearchButton } from '../../features/discovery/saved-searches/saved-searches.tsx'
import { groupResults } from '../../features/discovery/search/group-results.ts'
import { searchPath } from '../../features/discovery/search/search-path.ts'
import { SearchResult } from '../../features/discovery/search/search-result.tsx'
import { tagPath } from '../../features/content/tags/tag-path.ts'
import { useFormats } from '../../kernel/formats.tsx'
import { PageLinks } from '../../kernel/page-links.tsx'
import { isStaff } from '../../kernel/visit.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RowListHead } from '../../ui/list-row.tsx'
import { TabLinks } from '../../ui/tabs.tsx'
import { TagChip } from '../../ui/tag-chip.tsx'
import { TextLink } from '../../ui/text-link.tsx'

type MatchedTag = Pick<
  TagItem,
  | 'tag_id'
  | 'slug_name'
  | 'display_name'
  | 'excerpt'
  | 'question_count'
  | 'follow_count'
  | 'is_follower'
>

type SearchResultsProps = {
  text: string
  order: SearchOrder
  results: {
    count: number
    is_capped: boolean
    list: SearchItem[]
    did_you_mean: string
    is_corrected: boolean
    is_degraded: boolean
    page: number
    pages: number
  }
  /** Null for visitors. */
  saved: SavedSearch[] | null
  tag: MatchedTag | null
}

export function SearchResults({ text, order, results, saved, tag }: SearchResultsProps) {
  const t = useTranslate()
  const { number } = useFormats()
  const { viewer } = useVisit()
  const { count, list, page, pages } = results
  return (
    <>
      {tag && <TagMatch tag={tag} />}
      {results.is_degraded && viewer !== null && isStaff(viewer) && (
        <p role="status" className="mt-3 text-sm text-ink-3">
          {t('search.degraded')}
        </p>
      )}
      {results.did_you_mean !== '' && (
        <p className="mt-3 text-md text-ink-2">
          {t.rich<ReactNode>(results.is_corrected ? 'search.corrected' : 'search.did_you_mean', {
            text: <bdi key="text">{text}</bdi>,
            search: (
              <TextLink key="search" href={searchPath(results.did_you_mean, order)}>
                <bdi>{results.did_you_mean}</bdi>
              </TextLink>
            ),
          })}
        </p>
      )}
      {list.length === 0 ? (
        <EmptyState
          title={t('search.none')}
          action={<ButtonLink href="/questions/ask">{t('nav.ask')}</ButtonLink>}
        >
          <p>{t('search.none_text')}</p>
        </EmptyState>
      ) : (
        <>
          <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
            <p role="status" className="text-sm text-ink-3">
              {results.is_capped
                ? t('search.count_capped', { count: number(count) })
                : t('search.count', { count })}
            </p>
            {saved && <SaveSearchButton text={text} order={order} saved={saved} />}
          </div>
          <RowListHead>
            <TabLinks
              label={t('order.label')}
              items={searchOrders.map((name) => ({
                href: searchPath(text, name),
                label: t(`order.${name}`),
                current: name === order,
              }))}
            />
          </RowListHead>
          <ol aria-label={t('search.results')}>
            {groupResults(list, order).map((group) => (
              <SearchResult key={group.head.object.id} group={group} />
            ))}
          </ol>
        </>
      )}
      <PageLinks page={page} pages={pages} hrefFor={(target) => searchPath(text, order, target)} />
    </>
  )
}

/** Shown when the search is a single tag. */
function TagMatch({ tag }: { tag: MatchedTag }) {
  const t = useTranslate()
  return (
    <section
      aria-label={t('search.tag', { tag: tag.display_name })}
      className="mt-4 grid gap-2 border-s-2 border-accent-ink bg-accent-tint px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-3">
        <TagChip variant="large" name={tag.display_name} href={tagPath(tag.slug_name)} />
        <span className="text-sm text-ink-2">
          {t('count.questions', { count: tag.question_count })}
        </span>
        <span className="ms-auto">
          <FollowTag key={tag.tag_id} tag={tag} />
        </span>
      </div>
      {tag.excerpt !== '' && (
        <p dir="auto" className="line-clamp-2 text-sm leading-body text-ink-2">
          {tag.excerpt}
        </p>
      )}
    </section>
  )
}
