import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { pageOf, wholeNumber } from '../paging.ts'
import { Answer, answerOrders } from './answers.ts'
import { Comment } from './comments.ts'
import { Question } from './questions.ts'
import { Reactions } from './reactions.ts'
import { SuggestionNotice } from './revisions.ts'
import { UserBasic } from './users.ts'

const PostExtras = z.object({
  /** The highest-voted comments, oldest first; `count` counts all comments. */
  comments: pageOf(Comment),
  reactions: Reactions.shape.reaction_summary,
  /** The caller's newest suggested edit, while it is open or its rejection is news. */
  suggestion: SuggestionNotice.nullable(),
})
export type PostExtras = z.output<typeof PostExtras>

const QuestionSummary = Question.pick({
  id: true,
  title: true,
  url_title: true,
  vote_count: true,
  answer_count: true,
  accepted_answer_id: true,
})
export type QuestionSummary = z.output<typeof QuestionSummary>

export const questionPageSizes = { answers: 20, comments: 5, linked: 5, related: 6 } as const

export const readQuestion = endpoint({
  method: 'GET',
  path: `${apiPrefix}/question/reading`,
  access: 'public',
  summary:
    'Returns everything the question page shows: the question, a page of answers, comments, reactions, linked and related questions.',
  input: {
    id: objectId('question'),
    order: z.enum(answerOrders).default('default'),
    page: wholeNumber({ min: 1, max: 1_000_000 }).default(1),
    /** Returns the page that contains this answer. */
    answer_id: objectId('answer').optional(),
    /** Returns up to 100 comments of this post instead of a few. */
    comments_of: objectId('question', 'answer').optional(),
    /** Always included in the comments. */
    comment_id: objectId('comment').optional(),
  },
  response: z.object({
    question: Question,
    /** `page` is the given one, or the one that contains `answer_id`. */
    answers: pageOf(Answer).extend({ page: z.number().int() }),
    /** For the question first, then for each answer in order. */
    attached: z.array(PostExtras),
    invited: z.array(UserBasic),
    linked: pageOf(QuestionSummary),
    related: z.array(QuestionSummary),
  }),
  errors: ['question.not_found', 'answer.not_found'],
})
