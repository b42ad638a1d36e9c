import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'

export const emojis = ['heart', 'smile', 'frown'] as const
export type Emoji = (typeof emojis)[number]

export const Reactions = z.object({
  reaction_summary: z.array(
    z.object({
      emoji: z.enum(emojis),
      count: z.number().int(),
      /** Who it is from: a few names and how many more. */
      tooltip: z.string(),
      /** Whether the caller is among them. */
      is_active: z.boolean(),
    }),
  ),
})
export type Reactions = z.output<typeof Reactions>

const errors = ['object.not_found', 'question.not_found', 'answer.not_found'] as const

export const getReactions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/meta/reaction`,
  access: 'public',
  summary: 'The emoji on a question or an answer.',
  input: { object_id: objectId('question', 'answer') },
  reply: Reactions,
  errors,
})

export const react = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/meta/reaction`,
  access: 'member',
  summary: 'Puts an emoji on a question or an answer, or takes it off.',
  input: {
    object_id: objectId('question', 'answer'),
    emoji: z.enum(emojis),
    reaction: z.enum(['activate', 'deactivate']),
  },
  reply: Reactions,
  errors: [...errors, 'object.already_deleted'],
})
