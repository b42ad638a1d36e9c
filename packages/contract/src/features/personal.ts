import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { pageOf, paging } from '../paging.ts'
import { ofPerson } from './posts.ts'
import { Tag } from './tags.ts'

/** What a post is, in a word. Only its author and staff are ever shown a deleted or a pending one. */
const postStatus = z.enum(['available', 'closed', 'deleted', 'pending'])
export type PostStatusName = z.output<typeof postStatus>

export const UserQuestion = z.object({
  question_id: z.string(),
  title: z.string(),
  url_title: z.string(),
  vote_count: z.number().int(),
  tags: z.array(Tag),
  view_count: z.number().int(),
  answer_count: z.number().int(),
  collection_count: z.number().int(),
  created_at: z.number().int(),
  accepted_answer_id: z.string(),
  status: postStatus,
})
export type UserQuestion = z.output<typeof UserQuestion>

export const UserAnswer = z.object({
  answer_id: z.string(),
  question_id: z.string(),
  /** 1 no, 2 yes. */
  accepted: z.union([z.literal(1), z.literal(2)]),
  vote_count: z.number().int(),
  create_time: z.number().int(),
  /** Time of the last edit, 0 when never edited. */
  update_time: z.number().int(),
  status: postStatus.exclude(['closed']),
  question_info: z.object({ title: z.string(), url_title: z.string(), tags: z.array(Tag) }),
})
export type UserAnswer = z.output<typeof UserAnswer>

export const listTopPosts = endpoint({
  method: 'GET',
  path: `${apiPrefix}/personal/qa/top`,
  access: 'public',
  summary: 'The five best questions and the five best answers of a person, of those everyone sees.',
  input: ofPerson,
  reply: z.object({ question: z.array(UserQuestion), answer: z.array(UserAnswer) }),
  errors: ['user.not_found'],
})

export const personalQuestionOrders = ['newest', 'active', 'hot', 'score', 'unanswered'] as const
export type PersonalQuestionOrder = (typeof personalQuestionOrders)[number]

export const listQuestionsOfPerson = endpoint({
  method: 'GET',
  path: `${apiPrefix}/personal/question/page`,
  access: 'public',
  summary:
    'What a person has asked, however long ago; to themselves and to staff also what others do not see.',
  input: { ...ofPerson, ...paging, order: z.enum(personalQuestionOrders).default('newest') },
  reply: pageOf(UserQuestion),
  errors: ['user.not_found'],
})

/** `newest` by when it was written, `default` and `score` by votes. */
export const personalAnswerOrders = ['newest', 'default', 'score'] as const
export type PersonalAnswerOrder = (typeof personalAnswerOrders)[number]

export const listAnswersOfPerson = endpoint({
  method: 'GET',
  path: `${apiPrefix}/personal/answer/page`,
  access: 'public',
  summary: 'What a person has answered; to themselves and to staff also what others do not see.',
  input: { ...ofPerson, ...paging, order: z.enum(personalAnswerOrders).default('newest') },
  reply: pageOf(UserAnswer),
  errors: ['user.not_found'],
})
