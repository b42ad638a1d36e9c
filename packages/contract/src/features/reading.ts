import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { pageOf, wholeNumber } from '../paging.ts'
import { Answer, answerOrders } from './answers.ts'
import { Comment } from './comments.ts'
import { Question } from './questions.ts'
import { Reactions } from './reactions.ts'
import { UserBasic } from './users.ts'

/** What hangs on a question or an answer. */
const Attached = z.object({
  /** The comments with most votes, in the order they were written; `count` is of all. */
  comments: pageOf(Comment),
  reactions: Reactions.shape.reaction_summary,
})
export type Attached = z.output<typeof Attached>

/** Another question, named beside one. */
const Neighbour = Question.pick({
  id: true,
  title: true,
  url_title: true,
  vote_count: true,
  answer_count: true,
  accepted_answer_id: true,
})
export type Neighbour = z.output<typeof Neighbour>

/** How much a page shows at once. */
export const readingSizes = { answers: 20, comments: 5, linked: 5, related: 6 } as const

export const readQuestion = endpoint({
  method: 'GET',
  path: `${apiPrefix}/question/reading`,
  access: 'public',
  summary:
    'All that the page of a question shows: it, a page of its answers, what hangs on them, and its neighbours.',
  input: {
    id: objectId('question'),
    order: z.enum(answerOrders).default('default'),
    page: wholeNumber({ min: 1, max: 1_000_000 }).default(1),
    /** Answers with the page that has this one. */
    answer_id: objectId('answer').optional(),
    /** All comments of this post (at most a hundred) instead of a few. */
    comments_of: objectId('question', 'answer').optional(),
    /** Is among the comments, wherever it stands. */
    comment_id: objectId('comment').optional(),
  },
  reply: z.object({
    question: Question,
    /** `page` is the one that was given, or that has the answer asked for. */
    answers: pageOf(Answer).extend({ page: z.number().int() }),
    /** In the order of the question and the answers above. */
    attached: z.array(Attached),
    invited: z.array(UserBasic),
    linked: pageOf(Neighbour),
    related: z.array(Neighbour),
  }),
  errors: ['question.not_found', 'answer.not_found'],
})
