import type { CaptchaAction } from '@stoa/contract/captcha'
import { type ActionRecord, actionRecord } from '@stoa/contract/features/captcha'
import { data } from 'react-router'
import { submit } from '../../../kernel/api.server.ts'

type Args = Parameters<typeof submit>[0]
type RejectedResponse<Rejected> = { data: Rejected; init: ResponseInit | null }

/** Adds the captcha that the next attempt must solve, if any, to the data of a rejected form. */
export async function withCaptchaData<Rejected extends object>(
  args: Args,
  action: CaptchaAction,
  { data: rejected, init }: RejectedResponse<Rejected>,
) {
  return data({ ...rejected, captcha: await findCaptcha(args, action) }, init ?? {})
}

/** Null if the next attempt needs no captcha. */
export async function findCaptcha(args: Args, action: CaptchaAction): Promise<ActionRecord | null> {
  const result = await submit(args, actionRecord, { action })
  return result.ok && result.response.verify ? result.response : null
}
