import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'

/**
 * A stream of server-sent events for members: what changed, never what it says. Every message is a JSON array:
 * `n` for the caller's counts, `q<id>` for a question of the query, `a<id>` for a question that was asked, `*` for anything.
 * `w<id>.<writer>`: someone else writes an answer to a question of the query; `writer` tells several apart, but not who they are.
 */
export const livePath = `${apiPrefix}/live`

/** The query of the stream. Ids are long, separated by commas; `after` is the id of the last message. */
export const LiveQuery = z.object({
  questions: z
    .string()
    .regex(/^1\d{16}(,1\d{16}){0,49}$/)
    .optional(),
  lists: z.literal('true').optional(),
  after: z.string().max(60).optional(),
})
export type LiveQuery = z.output<typeof LiveQuery>

const PostState = z.object({
  id: z.string(),
  vote_count: z.number().int(),
  comment_count: z.number().int(),
  /** Grows with every edit. */
  version: z.number().int(),
})

export const getQuestionChanges = endpoint({
  method: 'GET',
  path: `${apiPrefix}/question/changes`,
  access: 'public',
  summary: 'Returns the numbers on a question page, to compare them with what an open page shows.',
  input: { id: objectId('question') },
  response: z.object({
    question: PostState.extend({ accepted_answer_id: z.string() }),
    /** Those that everyone can read, oldest first, at most `limits.liveAnswers`. */
    answers: z.array(PostState).max(limits.liveAnswers.max),
  }),
  errors: ['question.not_found'],
})
export type QuestionChanges = z.output<typeof getQuestionChanges.response>
