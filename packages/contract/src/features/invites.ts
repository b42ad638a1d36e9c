import { z } from 'zod'
import { captchaSolution } from '../captcha.ts'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { existingUsername } from './account-fields.ts'
import { UserBasic } from './users.ts'

export const listInvited = endpoint({
  method: 'GET',
  path: `${apiPrefix}/question/invite`,
  access: 'public',
  summary: 'Lists the users invited to answer a question.',
  input: { id: objectId('question') },
  response: z.array(UserBasic),
  errors: ['question.not_found'],
})

export const inviteUsers = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/question/invite`,
  access: 'member',
  allowsKeys: true,
  summary: 'Sets who is invited to answer a question. Only newly invited users are notified.',
  input: {
    id: objectId('question'),
    invite_user: z.array(existingUsername).max(limits.invited.max),
    ...captchaSolution,
  },
  response: z.null(),
  errors: [
    'question.not_found',
    'answer.question_closed',
    'invite.unknown_name',
    'invite.oneself',
    'rank.too_low',
    'post.pending',
  ],
  limits: ['invite.user'],
  captcha: 'invitation_answer',
})
