import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'

/** A question or an answer that something happened to, as a line in a person's lists. */
export const PostLine = z.object({
  created_at: z.number().int(),
  object_id: z.string(),
  question_id: z.string(),
  /** `0` where it is about the question itself. */
  answer_id: z.string(),
  object_type: z.enum(['question', 'answer', 'comment']),
  title: z.string(),
  url_title: z.string(),
  content: z.string(),
})

/** Something the reader may do with what they see, named in their language. */
export const MemberAction = z.object({
  action: z.enum(['edit', 'delete', 'undelete', 'merge', 'invite_other_to_answer']),
  name: z.string(),
  type: z.enum(['reason', 'edit', 'confirm']),
})
export type MemberAction = z.output<typeof MemberAction>

/** How the reader has voted; empty for not at all. */
export const voteStatus = z.enum(['', 'vote_up', 'vote_down'])

/** What an edit says besides the new text: the version it started from, and why. */
export const editFields = {
  version: z.number().int().min(1).max(2_000_000_000),
  edit_summary: z.string().trim().max(limits.editSummary.max).default(''),
}

/** People named in a text besides those the text itself names; who does not exist is left out. */
export const mentionFields = {
  mention_username_list: z.array(z.string().max(100)).max(limits.mentions.max).default([]),
}

/** Blanks around a text count for nothing, but stay: Markdown may mean something by them. */
const markdownText = ({ min: minimum, max }: { min: number; max: number }) =>
  z
    .string()
    .max(max)
    .superRefine((text, context) => {
      if (text.trim().length >= minimum) return
      const issue = { code: 'too_small', origin: 'string', minimum, inclusive: true } as const
      context.addIssue({ ...issue, input: text })
    })

export const questionText = markdownText(limits.body)
export const answerText = markdownText(limits.answer)

/** Whose list is asked for; without a name, the caller's own. */
export const ofPerson = { username: z.string().min(1).max(100).optional() }

export const renderText = endpoint({
  method: 'POST',
  path: `${apiPrefix}/post/render`,
  access: 'member',
  summary: 'The HTML a text would have as a post.',
  input: { content: z.string().max(limits.body.max) },
  reply: z.string(),
  errors: ['text.too_complex'],
  limits: ['render.user'],
})

export const getDeletions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/post/deletions`,
  access: 'member',
  summary: 'How near the caller is to being blocked for deleting posts that others took part in.',
  input: { object_id: objectId('question', 'answer').optional() },
  reply: z.object({
    /** Whether deleting the post that was asked about would count. */
    counts: z.boolean(),
    /** How many of the caller's deletions count by now, and with how many they are blocked (0: never). */
    counted: z.number().int(),
    most: z.number().int(),
    within_days: z.number().int(),
    block_days: z.number().int(),
    /** 0 while the caller may ask and answer. */
    blocked_until: z.number().int(),
  }),
})
