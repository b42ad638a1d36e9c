import {
  describeSearch,
  listSimilarQuestions,
  search,
  maxSearchSuggestions,
  suggestSearch,
} from '@stoa/contract/features/search'
import { parseSearchQuery, printSearchQuery } from '@stoa/contract/search-query'
import { filesUrl } from '../../../kernel/plugins.ts'
import { route } from '../../../kernel/route.ts'
import { questionViewOf } from '../../content/questions/questions.queries.ts'
import { recordMissedSearch } from './missed-searches.actions.ts'
import { searchPosts } from './plugin-hits.ts'
import { findSearchPlugin } from './plugin-search.ts'
import { postgresSearch } from './search.postgres.ts'
import { listItems, listTitles, listUsedTags } from './search.queries.ts'

const maxSimilarQuestions = 10
const maxSuggestedTags = 3

export const searchRoutes = [
  route(search, async ({ input, actor, caller, ctx }) => {
    const query = parseSearchQuery(input.q)
    const { order, page, size } = input
    const result = await searchPosts(ctx, query, { order, page, size, actor, caller })
    if (result.count === 0 && page === 1) recordMissedSearch(ctx, query, { actor, caller })
    const ids = result.hits.map(({ id }) => id)
    return {
      count: result.count,
      is_capped: result.isCapped,
      list: await listItems(
        ctx.db,
        ids,
        (result.didYouMean ?? query).terms,
        questionViewOf(ctx.settings),
      ),
      did_you_mean: result.didYouMean === null ? '' : printSearchQuery(result.didYouMean),
      is_corrected: result.isCorrected,
      is_degraded: result.isDegraded,
    }
  }),

  route(describeSearch, async ({ ctx }) => {
    const plugin = findSearchPlugin(ctx.plugins)
    const credit = plugin?.manifest.server?.search
    if (plugin === null || credit === undefined) return { name: '', icon: '', link: '' }
    const { name, icon, url: link = '' } = credit
    return { name, icon: icon === undefined ? '' : filesUrl(plugin) + icon, link }
  }),

  route(suggestSearch, async ({ input, ctx }) => {
    if (input.q === '') return { tags: [], questions: [] }
    const view = questionViewOf(ctx.settings)
    const tags = await listUsedTags(ctx.db, input.q, view, maxSuggestedTags)
    const ids = await postgresSearch(ctx).suggest(input.q, maxSearchSuggestions - tags.length)
    const titles = await listTitles(ctx.db, ids, view)
    return {
      tags,
      questions: titles.map(({ id, title, url_title }) => ({ id, title, url_title })),
    }
  }),

  route(listSimilarQuestions, async ({ input, ctx }) => {
    if (input.title === '') return []
    const ids = await postgresSearch(ctx).similar(input.title, maxSimilarQuestions)
    return await listTitles(ctx.db, ids, questionViewOf(ctx.settings))
  }),
]
