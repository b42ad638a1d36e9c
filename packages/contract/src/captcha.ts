import { z } from 'zod'

/** Actions that require a captcha when repeated often. */
export const captchaActions = [
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

export type CaptchaAction = (typeof captchaActions)[number]

/** Input fields of every endpoint that can require a captcha. */
export const captchaSolution = {
  captcha_id: z.string().max(300).optional(),
  /** The characters in the image, an ALTCHA proof-of-work payload, or the code of a plugin. */
  captcha_code: z.string().max(8192).optional(),
}
