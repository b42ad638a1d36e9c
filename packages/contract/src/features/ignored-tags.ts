import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Tag } from './tags.ts'

const IgnoredTag = Tag.extend({ tag_id: z.string() })
export type IgnoredTag = z.output<typeof IgnoredTag>

export const ignoreTag = endpoint({
  method: 'POST',
  path: `${apiPrefix}/ignore`,
  access: 'member',
  allowsKeys: true,
  allowsSilenced: true,
  summary: 'Ignores a tag, which unfollows it, or stops ignoring it.',
  input: { tag_id: objectId('tag'), is_cancel: z.boolean().default(false) },
  response: z.object({ is_ignored: z.boolean() }),
  errors: ['tag.not_found', 'tag.too_many_ignored'],
})

export const ignoreTags = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/ignore/tags`,
  access: 'member',
  allowsKeys: true,
  allowsSilenced: true,
  summary:
    'Replaces the tags the caller ignores. Added ones are unfollowed, unknown names skipped.',
  input: {
    slug_name_list: z.array(z.string().max(limits.tagName.max)).max(limits.ignoredTags.max),
  },
  response: z.null(),
})

export const listIgnoredTags = endpoint({
  method: 'GET',
  path: `${apiPrefix}/tags/ignored`,
  access: 'public',
  summary: 'Lists the tags the caller ignores, by name; empty for visitors.',
  response: z.array(IgnoredTag).max(limits.ignoredTags.max),
})
