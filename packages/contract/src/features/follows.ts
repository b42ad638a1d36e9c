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
  allowsSilenced: true,
  summary: 'Follows or unfollows a question or a tag.',
  input: { object_id: objectId('question', 'tag'), is_cancel: z.boolean().default(false) },
  response: z.object({ follows: z.number().int(), is_followed: z.boolean() }),
  errors: ['object.not_found', 'question.not_found', 'tag.not_found', 'object.already_deleted'],
})

export const followTags = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/follow/tags`,
  access: 'member',
  allowsSilenced: true,
  summary: 'Replaces the tags the caller follows. Unknown names are ignored.',
  input: {
    slug_name_list: z.array(z.string().max(limits.tagName.max)).max(limits.followedTags.max),
  },
  response: z.null(),
})

export const listFollowedTags = endpoint({
  method: 'GET',
  path: `${apiPrefix}/tags/following`,
  access: 'public',
  summary: 'Lists the tags the caller follows, by name; empty for visitors.',
  response: z.array(FollowedTag),
})
