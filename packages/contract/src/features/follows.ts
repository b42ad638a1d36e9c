import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Tag } from './tags.ts'

const FollowedTag = Tag.extend({ tag_id: z.string() })
export type FollowedTag = z.output<typeof FollowedTag>

export const follow = endpoint({
  method: 'POST',
  path: `${apiPrefix}/follow`,
  access: 'member',
  summary: 'Follows a question or a tag, or stops following it.',
  input: { object_id: objectId('question', 'tag'), is_cancel: z.boolean().default(false) },
  reply: z.object({ follows: z.number().int(), is_followed: z.boolean() }),
  errors: ['object.not_found', 'question.not_found', 'tag.not_found', 'object.already_deleted'],
})

export const followTags = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/follow/tags`,
  access: 'member',
  summary: 'Follows exactly these tags. Names that no tag has are passed over.',
  input: {
    slug_name_list: z.array(z.string().max(limits.tagName.max)).max(limits.followedTags.max),
  },
  reply: z.null(),
})

export const listFollowedTags = endpoint({
  method: 'GET',
  path: `${apiPrefix}/tags/following`,
  access: 'public',
  summary: 'The tags the caller follows, by name; none for a visitor.',
  reply: z.array(FollowedTag),
})
