import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'

/** A question, answer or comment in the lists of a user's votes, comments and reputation. */
export const PostLine = z.object({
  created_at: z.number().int(),
  object_id: z.string(),
  question_id: z.string(),
  /** `0` for a question. */
  answer_id: z.string(),
  object_type: z.enum(['question', 'answer', 'comment']),
  title: z.string(),
  url_title: z.string(),
  content: z.string(),
})

/** An action the caller may take, with its translated label. */
export const MemberAction = z.object({
  action: z.enum([
    'edit',
    'report',
    'close',
    'reopen',
    'pin',
    'unpin',
    'hide',
    'show',
    'protect',
    'unprotect',
    'lock',
    'unlock',
    'convert_to_comment',
    'convert_to_answer',
    'move',
    'delete',
    'undelete',
    'delete_permanently',
    'merge',
    'invite_other_to_answer',
  ]),
  name: z.string(),
  type: z.enum(['reason', 'edit', 'confirm']),
})
export type MemberAction = z.output<typeof MemberAction>

/** The caller's vote; empty for none. */
export const voteStatus = z.enum(['', 'vote_up', 'vote_down'])

/** `version` is the one the edit started from, to detect conflicts. */
export const editFields = {
  version: z.number().int().min(1).max(2_000_000_000),
  edit_summary: z.string().trim().max(limits.editSummary.max).default(''),
}

/** Users to notify besides those mentioned in the text; unknown names are ignored. */
export const mentionFields = {
  mention_username_list: z.array(z.string().max(100)).max(limits.mentions.max).default([]),
}

/** The minimum ignores surrounding whitespace, but the text keeps it: it can be significant in Markdown. */
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

/** Without a username, the caller's own list. */
export const byUsername = { username: z.string().min(1).max(100).optional() }

export const renderText = endpoint({
  method: 'POST',
  path: `${apiPrefix}/post/render`,
  access: 'member',
  allowsKeys: true,
  allowsSilenced: true,
  summary: 'Renders Markdown to the HTML of a post.',
  input: { content: z.string().max(limits.body.max) },
  response: z.string(),
  errors: ['text.too_complex'],
  limits: ['render.user'],
})

export const getDeletions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/post/deletions`,
  access: 'member',
  allowsKeys: true,
  summary: 'Tells how close the caller is to a block for deleting posts that others engaged with.',
  input: { object_id: objectId('question', 'answer').optional() },
  response: z.object({
    /** Whether deleting the given post would count. */
    counts: z.boolean(),
    /** Counted deletions of the caller, and the number that leads to a block (0 for never). */
    counted: z.number().int(),
    most: z.number().int(),
    within_days: z.number().int(),
    block_days: z.number().int(),
    /** 0 when not blocked. */
    blocked_until: z.number().int(),
  }),
})
