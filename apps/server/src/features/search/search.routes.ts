import {
  describeSearch,
  listSimilarQuestions,
  search,
  searchSuggestions,
  suggestSearch,
} from '@stoa/contract/features/search'
import { parseSearchQuery, printSearchQuery } from '@stoa/contract/search-query'
import { route } from '../../kernel/route.ts'
import { questionViewOf } from '../questions/questions.queries.ts'
import { postgresSearch } from './search.postgres.ts'
import { listItems, listTitles, listUsedTags } from './search.queries.ts'

const similarQuestions = 10
/** Of what is offered while someone types, at most so many are tags. */
const suggestedTags = 3

export const searchRoutes = [
  route(search, async ({ input, who, ctx }) => {
    const query = parseSearchQuery(input.q)
    const { order, page, size } = input
    const found = await postgresSearch(ctx).search(query, { order, page, size, who })
    const ids = found.hits.map(({ id }) => id)
    return {
      count: found.count,
      is_capped: found.isCapped,
      list: await listItems(
        ctx.db,
        ids,
        (found.didYouMean ?? query).terms,
        questionViewOf(ctx.settings),
      ),
      did_you_mean: found.didYouMean === null ? '' : printSearchQuery(found.didYouMean),
    }
  }),

  route(describeSearch, async () => ({ name: '', icon: '', link: '' })),

  route(suggestSearch, async ({ input, ctx }) => {
    if (input.q === '') return { tags: [], questions: [] }
    const view = questionViewOf(ctx.settings)
    const tags = await listUsedTags(ctx.db, input.q, view, suggestedTags)
    const ids = await postgresSearch(ctx).suggest(input.q, searchSuggestions - tags.length)
    const titles = await listTitles(ctx.db, ids, view)
    return {
      tags,
      questions: titles.map(({ id, title, url_title }) => ({ id, title, url_title })),
    }
  }),

  route(listSimilarQuestions, async ({ input, ctx }) => {
    if (input.title === '') return []
    const ids = await postgresSearch(ctx).similar(input.title, similarQuestions)
    return await listTitles(ctx.db, ids, questionViewOf(ctx.settings))
  }),
]
