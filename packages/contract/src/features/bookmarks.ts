import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { pageOf, paging } from '../paging.ts'
import { Question } from './questions.ts'

export const switchBookmark = endpoint({
  method: 'POST',
  path: `${apiPrefix}/collection/switch`,
  access: 'member',
  allowsKeys: true,
  allowsSilenced: true,
  summary: 'Adds or removes a bookmark.',
  input: {
    object_id: objectId('question'),
    /** Ignored: there is only one group. */
    group_id: z.string().max(32).default('0'),
    bookmark: z.boolean(),
  },
  response: z.object({ object_collection_count: z.number().int() }),
  errors: ['object.not_found', 'question.not_found', 'object.already_deleted'],
})

const Bookmark = Question.pick({
  id: true,
  title: true,
  url_title: true,
  description: true,
  tags: true,
  view_count: true,
  vote_count: true,
  answer_count: true,
  collection_count: true,
  follow_count: true,
  accepted_answer_id: true,
  last_answer_id: true,
  pin: true,
  show: true,
  status: true,
  create_time: true,
  update_time: true,
  edit_time: true,
  user_info: true,
})
export type Bookmark = z.output<typeof Bookmark>

export const listMyBookmarks = endpoint({
  method: 'GET',
  path: `${apiPrefix}/personal/collection/page`,
  access: 'member',
  allowsKeys: true,
  summary: "Lists the caller's bookmarks, newest first.",
  input: paging,
  response: pageOf(Bookmark),
})
