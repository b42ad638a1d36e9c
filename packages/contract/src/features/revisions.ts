import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { wholeNumber } from '../paging.ts'
import { Tag } from './tags.ts'
import { UserBasic } from './users.ts'

export const Revision = z.object({
  id: z.string(),
  /** The author's user id; the misspelling is part of the API. */
  use_id: z.string(),
  object_id: z.string(),
  title: z.string(),
  url_title: z.string(),
  content: z.object({
    title: z.string(),
    /** Only for tags; empty for posts. */
    slug_name: z.string(),
    content: z.string(),
    tags: z.array(Tag),
  }),
  /** 0 first revision, 2 edit. */
  status: z.union([z.literal(0), z.literal(2)]),
  version: z.number().int(),
  create_at: z.number().int(),
  user_info: UserBasic,
  /** The edit summary. */
  reason: z.string(),
})
export type Revision = z.output<typeof Revision>

export const listRevisions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/revisions`,
  access: 'member',
  summary: 'Lists the revisions of a question, an answer or a tag, newest first.',
  input: {
    object_id: objectId('question', 'answer', 'tag'),
    page: wholeNumber({ min: 1, max: 1_000_000 }).default(1),
    page_size: wholeNumber({ min: 1, max: limits.pageSize.max }).default(limits.pageSize.max),
  },
  response: z.array(Revision),
  errors: ['question.not_found', 'answer.not_found', 'tag.not_found'],
})

export const checkEdit = endpoint({
  method: 'GET',
  path: `${apiPrefix}/revisions/edit/check`,
  access: 'member',
  summary: 'Succeeds if the caller may edit a question, an answer or a tag.',
  input: { id: objectId('question', 'answer', 'tag') },
  response: z.null(),
  errors: [
    'question.not_found',
    'answer.not_found',
    'tag.not_found',
    'post.deleted',
    'rank.too_low',
  ],
})
