import { z } from 'zod'
import { challengeAnswer } from '../challenge.ts'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { knownUsername } from './account-fields.ts'
import { UserBasic } from './users.ts'

export const listInvited = endpoint({
  method: 'GET',
  path: `${apiPrefix}/question/invite`,
  access: 'public',
  summary: 'Who was invited to answer a question.',
  input: { id: objectId('question') },
  reply: z.array(UserBasic),
  errors: ['question.not_found'],
})

export const invitePeople = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/question/invite`,
  access: 'member',
  summary: 'Says who is invited to answer a question; only those who were not yet are told.',
  input: {
    id: objectId('question'),
    invite_user: z.array(knownUsername).max(limits.invited.max),
    ...challengeAnswer,
  },
  reply: z.null(),
  errors: [
    'question.not_found',
    'answer.question_closed',
    'invite.unknown_name',
    'invite.oneself',
    'rank.too_low',
  ],
  limits: ['invite.user'],
  challenge: 'invitation_answer',
})
