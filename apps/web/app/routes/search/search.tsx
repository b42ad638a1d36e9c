import { search, searchOrders } from '@stoa/contract/features/search'
import { getTag } from '@stoa/contract/features/tags'
import { limits } from '@stoa/contract/limits'
import { data, Form, redirect } from 'react-router'
import { ChallengeField } from '../../features/captcha/challenge-field.tsx'
import { findPuzzle } from '../../features/captcha/challenge.server.ts'
import {
  filtersIn,
  tagAskedFor,
  toQueryText,
  withFilters,
} from '../../features/search/query-parts.ts'
import { SearchChips } from '../../features/search/search-chips.tsx'
import { SearchFilters } from '../../features/search/search-filters.tsx'
import { searchPath } from '../../features/search/search-path.ts'
import { SearchTips } from '../../features/search/search-tips.tsx'
import { SitePage } from '../../features/site/site-page.tsx'
import { findFrom, submit } from '../../kernel/api.server.ts'
import { PageTitle } from '../../kernel/page-title.tsx'
import { chosenFrom, pageNumber, pageOfList } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/section.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Found } from './found.tsx'
import type { Route } from './+types/search.ts'

export async function loader(args: Route.LoaderArgs) {
  const query = new URL(args.request.url).searchParams
  const text = toQueryText(query.get('q'))
  const order = chosenFrom(searchOrders, query.get('order'))
  const filters = filtersIn(query)
  if (filters !== null) throw redirect(searchPath(withFilters(text, filters), order))
  const page = pageNumber(query)
  const asked = { text, order }
  if (text === '') return asked
  const result = await submit(args, search, { q: text, page, order, ...answerIn(query) })
  if (!result.ok) {
    const refused = { problem: result.problem, puzzle: await findPuzzle(args, 'search') }
    return data({ ...asked, refused }, { status: result.status })
  }
  return {
    ...asked,
    found: pageOfList(result.reply, page, limits.pageSize.default),
    tag: page === 1 ? await findTag(args, text) : null,
  }
}

/** The answer to a challenge, when the form came with one. */
function answerIn(query: URLSearchParams) {
  const captcha_id = query.get('captcha_id') ?? ''
  const captcha_code = query.get('captcha_code') ?? ''
  return captcha_id === '' || captcha_code === '' ? {} : { captcha_id, captcha_code }
}

/** The tag that the whole search names, if there is one. */
async function findTag(args: Route.LoaderArgs, text: string) {
  const name = tagAskedFor(text)
  if (name === null || name.length > limits.tagName.max) return null
  const tag = await findFrom(args, getTag, { name })
  if (tag === null) return null
  const { tag_id, slug_name, display_name, excerpt, question_count, follow_count, is_follower } =
    tag
  return { tag_id, slug_name, display_name, excerpt, question_count, follow_count, is_follower }
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const t = useTranslate()
  const { text, order } = loaderData
  const found = 'found' in loaderData ? loaderData.found : null
  const refused = 'refused' in loaderData ? loaderData.refused : undefined
  return (
    <SitePage rail={<SearchTips text={text} />} railLabel={t('search.tips')}>
      <PageTitle
        title={text === '' ? t('search.label') : t('search.title_of', { text })}
        canonical="/search"
        hidden={text !== ''}
      />
      <PageHead title={t('search.label')} />
      <Form role="search" action="/search" method="get" className="mt-2 grid gap-3">
        <div className="flex gap-2">
          <TextInput
            key={text}
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
        {refused && (
          <>
            {refused.problem.message && (
              <Notice tone="bad" live>
                {refused.problem.message.text}
              </Notice>
            )}
            <ChallengeField refused={refused} />
          </>
        )}
      </Form>
      <div className="mt-2 grid gap-2">
        <SearchChips text={text} order={order} />
        <SearchFilters text={text} order={order} />
      </div>
      {text !== '' && found !== null && 'tag' in loaderData && (
        <Found text={text} order={order} found={found} tag={loaderData.tag} />
      )}
      {text === '' && (
        <p className="mt-4 max-w-measure leading-body text-ink-2">{t('search.start')}</p>
      )}
    </SitePage>
  )
}
