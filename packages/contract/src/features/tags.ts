import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'

/** A tag as shown on a question. */
export const Tag = z.object({
  slug_name: z.string(),
  display_name: z.string(),
  main_tag_slug_name: z.string(),
  recommend: z.boolean(),
  reserved: z.boolean(),
})
export type Tag = z.output<typeof Tag>

/** A tag as chosen while asking; one that does not exist yet is created. */
export const TagChoice = z.strictObject({
  slug_name: z.string().trim().min(1).max(limits.tagName.max),
  display_name: z.string().trim().max(limits.tagName.max).default(''),
  original_text: z.string().max(limits.body.max).default(''),
})

export const suggestTags = endpoint({
  method: 'GET',
  path: `${apiPrefix}/question/tags`,
  access: 'public',
  summary: 'Tags whose name starts with the given text, most used first.',
  input: { tag: z.string().trim().max(limits.tagName.max).default('') },
  reply: z.array(Tag),
})
