import { z } from 'zod'
import { challengeAnswer } from '../challenge.ts'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { wholeNumber } from '../paging.ts'
import { Tag } from './tags.ts'
import { UserBasic } from './users.ts'

export const searchOrders = ['relevance', 'newest', 'active', 'score'] as const
export type SearchOrder = (typeof searchOrders)[number]

/** A question, or an answer with the title and the tags of its question. */
export const SearchItem = z.object({
  object_type: z.enum(['question', 'answer']),
  object: z.object({
    id: z.string(),
    question_id: z.string(),
    title: z.string(),
    url_title: z.string(),
    /** Safe HTML: text with `<mark>` around what was looked for, and nothing else. */
    excerpt: z.string(),
    created_at: z.number().int(),
    vote_count: z.number().int(),
    /** The question has an accepted answer, or the answer is the accepted one. */
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
    'Finds questions and answers. Words, "phrases", -not, [tag], user:, score:, answers:, views:, is:, hasaccepted:, isaccepted:, inquestion:.',
  input: {
    q: z.string().trim().min(1).max(limits.searchQuery.max),
    page: wholeNumber({ min: 1, max: 1_000_000 }).default(1),
    size: wholeNumber({ min: 1, max: limits.searchQuery.pageSize }).default(
      limits.pageSize.default,
    ),
    order: z.enum(searchOrders).default('relevance'),
    ...challengeAnswer,
  },
  reply: z.object({
    count: z.number().int(),
    /** There are more than `count`; only the newest of them are sorted and shown. */
    is_capped: z.boolean(),
    list: z.array(SearchItem),
    /** Another search that finds something, where this one found little; empty for none. */
    did_you_mean: z.string(),
  }),
  limits: ['search.user'],
  challenge: 'search',
})

export const describeSearch = endpoint({
  method: 'GET',
  path: `${apiPrefix}/search/desc`,
  access: 'public',
  summary: 'Which engine searches; all empty for the one that is built in.',
  reply: z.object({ name: z.string(), icon: z.string(), link: z.string() }),
})

/** How much is offered while someone types. */
export const searchSuggestions = 8

export const suggestSearch = endpoint({
  method: 'GET',
  path: `${apiPrefix}/search/suggest`,
  access: 'public',
  summary: 'Tags and titles that go on as what has been typed so far.',
  input: { q: z.string().trim().max(limits.searchQuery.max).default('') },
  reply: z.object({
    tags: z.array(Tag),
    questions: z.array(z.object({ id: z.string(), title: z.string(), url_title: z.string() })),
  }),
  limits: ['suggest.user'],
})

/** A question as it is shown to someone who is about to ask the same. */
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
  summary: 'At most ten listed questions whose title and tags resemble a title.',
  input: { title: z.string().trim().max(limits.title.max).default('') },
  reply: z.array(SimilarQuestion),
  limits: ['suggest.user'],
})
