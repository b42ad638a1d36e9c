import { z } from 'zod'
import { captchaSolution } from '../captcha.ts'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { wholeNumber } from '../paging.ts'
import { Tag } from './tags.ts'
import { UserBasic } from './users.ts'

export const searchOrders = ['relevance', 'newest', 'active', 'score'] as const
export type SearchOrder = (typeof searchOrders)[number]

/** An answer has the title and tags of its question. */
export const SearchItem = z.object({
  object_type: z.enum(['question', 'answer']),
  object: z.object({
    id: z.string(),
    question_id: z.string(),
    title: z.string(),
    /** Safe HTML, as the excerpt. */
    highlighted_title: z.string(),
    url_title: z.string(),
    /** Safe HTML: escaped text with `<mark>` around matches. */
    excerpt: z.string(),
    created_at: z.number().int(),
    vote_count: z.number().int(),
    /** The question has an accepted answer, or this is the accepted answer. */
    accepted: z.boolean(),
    /** 0 for an answer. */
    answer_count: z.number().int(),
    user_info: UserBasic,
    tags: z.array(Tag),
    status: z.enum(['available', 'closed']),
  }),
})
export type SearchItem = z.output<typeof SearchItem>

export const search = endpoint({
  method: 'GET',
  path: `${apiPrefix}/search`,
  access: 'public',
  summary:
    'Searches questions and answers. Syntax: words, "phrases", -excluded, [tag], user:, score:, answers:, views:, after:, before:, is:, hasaccepted:, isaccepted:, inquestion:.',
  input: {
    q: z.string().trim().min(1).max(limits.searchQuery.max),
    page: wholeNumber({ min: 1, max: 1_000_000 }).default(1),
    size: wholeNumber({ min: 1, max: limits.searchQuery.pageSize }).default(
      limits.pageSize.default,
    ),
    order: z.enum(searchOrders).default('relevance'),
    ...captchaSolution,
  },
  response: z.object({
    count: z.number().int(),
    /** There are more matches than `count`; only the newest are sorted and returned. */
    is_capped: z.boolean(),
    list: z.array(SearchItem),
    /** A corrected query when there are few results; empty for none. */
    did_you_mean: z.string(),
    /** Nothing matches the query itself, so the results are those of `did_you_mean`. */
    is_corrected: z.boolean(),
    /** A search plugin is enabled but did not respond, so the built-in search did. */
    is_degraded: z.boolean(),
  }),
  limits: ['search.user'],
  captcha: 'search',
})

export const describeSearch = endpoint({
  method: 'GET',
  path: `${apiPrefix}/search/desc`,
  access: 'public',
  summary: 'Describes the search engine; empty for the built-in one.',
  response: z.object({ name: z.string(), icon: z.string(), link: z.string() }),
})

export const maxSearchSuggestions = 8

export const suggestSearch = endpoint({
  method: 'GET',
  path: `${apiPrefix}/search/suggest`,
  access: 'public',
  summary: 'Suggests tags and question titles while the user types.',
  input: { q: z.string().trim().max(limits.searchQuery.max).default('') },
  response: z.object({
    tags: z.array(Tag),
    questions: z.array(z.object({ id: z.string(), title: z.string(), url_title: z.string() })),
  }),
  limits: ['suggest.user'],
})

/** Shown while asking, to prevent duplicates. */
export const SimilarQuestion = z.object({
  id: z.string(),
  title: z.string(),
  url_title: z.string(),
  vote_count: z.number().int(),
  view_count: z.number().int(),
  answer_count: z.number().int(),
  collection_count: z.number().int(),
  follow_count: z.number().int(),
  status: z.enum(['available', 'closed']),
  accepted_answer: z.boolean(),
})
export type SimilarQuestion = z.output<typeof SimilarQuestion>

export const listSimilarQuestions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/question/similar`,
  access: 'member',
  allowsKeys: true,
  summary: 'Lists up to ten questions whose title and tags are similar to a title.',
  input: { title: z.string().trim().max(limits.title.max).default('') },
  response: z.array(SimilarQuestion),
  limits: ['suggest.user'],
})
