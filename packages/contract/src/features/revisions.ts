import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { wholeNumber } from '../paging.ts'
import { Tag } from './tags.ts'
import { UserBasic } from './users.ts'

/** What a question, an answer or a tag said once. */
export const Revision = z.object({
  id: z.string(),
  /** Who wrote it; the name is that of the API. */
  use_id: z.string(),
  object_id: z.string(),
  title: z.string(),
  url_title: z.string(),
  content: z.object({
    title: z.string(),
    /** A tag's; empty for posts. */
    slug_name: z.string(),
    content: z.string(),
    tags: z.array(Tag),
  }),
  /** 0 the first, 2 an edit. */
  status: z.union([z.literal(0), z.literal(2)]),
  /** The version of the object this was. */
  version: z.number().int(),
  create_at: z.number().int(),
  user_info: UserBasic,
  /** What the person said about the edit. */
  reason: z.string(),
})
export type Revision = z.output<typeof Revision>

export const listRevisions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/revisions`,
  access: 'member',
  summary: 'What a question, an answer or a tag has said, newest first; a hundred at a time.',
  input: {
    object_id: objectId('question', 'answer', 'tag'),
    page: wholeNumber({ min: 1, max: 1_000_000 }).default(1),
    page_size: wholeNumber({ min: 1, max: limits.pageSize.max }).default(limits.pageSize.max),
  },
  reply: z.array(Revision),
  errors: ['question.not_found', 'answer.not_found', 'tag.not_found'],
})

export const checkEdit = endpoint({
  method: 'GET',
  path: `${apiPrefix}/revisions/edit/check`,
  access: 'member',
  summary: 'Whether the caller may edit a question, an answer or a tag now.',
  input: { id: objectId('question', 'answer', 'tag') },
  reply: z.null(),
  errors: [
    'question.not_found',
    'answer.not_found',
    'tag.not_found',
    'post.deleted',
    'rank.too_low',
  ],
})
