import { z } from 'zod'

/** What people do that is held up by a challenge when it is done often. */
export const challengeActions = [
  'email',
  'password',
  'edit_userinfo',
  'question',
  'answer',
  'comment',
  'edit',
  'invitation_answer',
  'search',
  'report',
  'delete',
  'vote',
] as const

export type ChallengeAction = (typeof challengeActions)[number]

/** The answer to a challenge, beside the input of a call that may ask for one. */
export const challengeAnswer = {
  captcha_id: z.string().max(200).optional(),
  /** The letters of the picture, or the solved proof of work in the form ALTCHA gives it. */
  captcha_code: z.string().max(1000).optional(),
}
