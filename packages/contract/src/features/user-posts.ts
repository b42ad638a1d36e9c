import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { pageOf, paging } from '../paging.ts'
import { byUsername } from './posts.ts'
import { Tag } from './tags.ts'

/** Only the author and staff see deleted and pending posts. */
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
  summary: 'Returns the five best public questions and the five best public answers of a user.',
  input: byUsername,
  response: z.object({ question: z.array(UserQuestion), answer: z.array(UserAnswer) }),
  errors: ['user.not_found'],
})

export const personalQuestionOrders = ['newest', 'active', 'hot', 'score', 'unanswered'] as const
export type PersonalQuestionOrder = (typeof personalQuestionOrders)[number]

export const listQuestionsOfUser = endpoint({
  method: 'GET',
  path: `${apiPrefix}/personal/question/page`,
  access: 'public',
  summary: 'Lists the questions of a user. The user and staff also see hidden ones.',
  input: { ...byUsername, ...paging, order: z.enum(personalQuestionOrders).default('newest') },
  response: pageOf(UserQuestion),
  errors: ['user.not_found'],
})

/** `default` is the same as `score`. */
export const personalAnswerOrders = ['newest', 'default', 'score'] as const
export type PersonalAnswerOrder = (typeof personalAnswerOrders)[number]

export const listAnswersOfUser = endpoint({
  method: 'GET',
  path: `${apiPrefix}/personal/answer/page`,
  access: 'public',
  summary: 'Lists the answers of a user. The user and staff also see hidden ones.',
  input: { ...byUsername, ...paging, order: z.enum(personalAnswerOrders).default('newest') },
  response: pageOf(UserAnswer),
  errors: ['user.not_found'],
})
