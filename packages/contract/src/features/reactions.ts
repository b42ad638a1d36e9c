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
      /** A few user names and the number of others. */
      tooltip: z.string(),
      /** Whether the caller reacted. */
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
  summary: 'Returns the reactions to a question or an answer.',
  input: { object_id: objectId('question', 'answer') },
  response: Reactions,
  errors,
})

export const react = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/meta/reaction`,
  access: 'member',
  allowsKeys: true,
  summary: 'Adds or removes a reaction to a question or an answer.',
  input: {
    object_id: objectId('question', 'answer'),
    emoji: z.enum(emojis),
    reaction: z.enum(['activate', 'deactivate']),
  },
  response: Reactions,
  errors: [...errors, 'object.already_deleted', 'post.pending', 'post.locked'],
})
