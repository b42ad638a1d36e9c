import { listSavedSearches } from '@stoa/contract/features/saved-searches'
import { describeSearch, search, searchOrders } from '@stoa/contract/features/search'
import { getTag } from '@stoa/contract/features/tags'
import { limits } from '@stoa/contract/limits'
import { data, Form, redirect } from 'react-router'
import { CaptchaField } from '../../features/site/captcha/captcha-field.tsx'
import { findCaptcha } from '../../features/site/captcha/captcha.server.ts'
import {
  readFilters,
  findSingleTag,
  toQueryText,
  withFilters,
} from '../../features/discovery/search/query-parts.ts'
import { useRememberSearch } from '../../features/discovery/search/recent-searches.ts'
import { SearchChips } from '../../features/discovery/search/search-chips.tsx'
import { SearchEngine } from '../../features/discovery/search/search-engine.tsx'
import { SearchFilters } from '../../features/discovery/search/search-filters.tsx'
import { searchPath } from '../../features/discovery/search/search-path.ts'
import { SearchTips } from '../../features/discovery/search/search-tips.tsx'
import { SavedSearches } from '../../features/discovery/saved-searches/saved-searches.tsx'
import { SitePage } from '../../features/site/shell/site-page.tsx'
import { apiFrom, findOrNull, submit } from '../../kernel/api.server.ts'
import { visitContext } from '../../kernel/context.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { pickOption, parsePageNumber, toListPage } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { isActivated, isSuspended } from '../../kernel/visit.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/section.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { SearchResults } from './results.tsx'
import type { Route } from './+types/search.ts'

export async function loader(args: Route.LoaderArgs) {
  const query = new URL(args.request.url).searchParams
  const text = toQueryText(query.get('q'))
  const order = pickOption(searchOrders, query.get('order'))
  const filters = readFilters(query)
  if (filters !== null) throw redirect(searchPath(withFilters(text, filters), order))
  const page = parsePageNumber(query)
  const { viewer } = args.context.get(visitContext)
  const isMember = viewer !== null && isActivated(viewer) && !isSuspended(viewer)
  const saved = isMember ? await apiFrom(args).call(listSavedSearches, {}) : null
  const engine = await apiFrom(args).call(describeSearch, {})
  const searchInput = { text, order, saved, engine }
  if (text === '') return searchInput
  const result = await submit(args, search, { q: text, page, order, ...readSolution(query) })
  if (!result.ok) {
    const rejected = { problem: result.problem, captcha: await findCaptcha(args, 'search') }
    return data({ ...searchInput, rejected }, { status: result.status })
  }
  return {
    ...searchInput,
    results: toListPage(result.response, page, limits.pageSize.default),
    tag: page === 1 ? await findTag(args, text) : null,
  }
}

/** The captcha solution, if the form was submitted with one. */
function readSolution(query: URLSearchParams) {
  const captcha_id = query.get('captcha_id') ?? ''
  const captcha_code = query.get('captcha_code') ?? ''
  return captcha_id === '' || captcha_code === '' ? {} : { captcha_id, captcha_code }
}

async function findTag(args: Route.LoaderArgs, text: string) {
  const name = findSingleTag(text)
  if (name === null || name.length > limits.tagName.max) return null
  const tag = await findOrNull(args, getTag, { name })
  if (tag === null) return null
  const { tag_id, slug_name, display_name, excerpt, question_count, follow_count, is_follower } =
    tag
  return { tag_id, slug_name, display_name, excerpt, question_count, follow_count, is_follower }
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const t = useTranslate()
  const { text, order, saved, engine } = loaderData
  const results = 'results' in loaderData ? loaderData.results : null
  useRememberSearch(results === null ? '' : text)
  const rejected = 'rejected' in loaderData ? loaderData.rejected : undefined
  return (
    <SitePage
      sidebar={
        <>
          <SavedSearches saved={saved} />
          <SearchTips text={text} />
          <SearchEngine engine={engine} />
        </>
      }
    >
      <PageMeta
        title={text === '' ? t('search.label') : t('search.title_of', { text })}
        canonical="/search"
        noIndex={text !== ''}
      />
      <PageHead title={t('search.label')} />
      <Form
        role="search"
        aria-label={t('search.field')}
        action="/search"
        method="get"
        className="mt-2 grid gap-3"
      >
        <div className="flex gap-2">
          <TextInput
            key={text}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- Without a search, the field is the purpose of the page
            autoFocus={text === ''}
            type="search"
            name="q"
            defaultValue={text}
            maxLength={limits.searchQuery.max}
            aria-label={t('search.field')}
            placeholder={t('search.placeholder')}
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="search"
            dir="auto"
          />
          <Button type="submit">{t('search.submit')}</Button>
        </div>
        {order !== 'relevance' && <input type="hidden" name="order" value={order} />}
        {rejected && (
          <>
            {rejected.problem.message && (
              <Notice tone="bad" live>
                {rejected.problem.message.text}
              </Notice>
            )}
            <CaptchaField rejected={rejected} />
          </>
        )}
      </Form>
      <div className="mt-2 grid gap-2">
        <SearchChips text={text} order={order} />
        <SearchFilters text={text} order={order} />
      </div>
      {text !== '' && results !== null && 'tag' in loaderData && (
        <SearchResults
          text={text}
          order={order}
          results={results}
          saved={saved}
          tag={loaderData.tag}
        />
      )}
      {text === '' && (
        <p className="mt-4 max-w-measure leading-body text-ink-2">{t('search.start')}</p>
      )}
    </SitePage>
  )
}
