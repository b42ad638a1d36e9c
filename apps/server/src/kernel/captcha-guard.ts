import type { CaptchaAction } from '@stoa/contract/captcha'
import { errorCatalog } from '@stoa/contract/errors'
import type { Context } from './context.ts'
import { AppError } from './errors.ts'
import type { Caller } from './route.ts'
import type { Actor } from './rules.ts'

/** `rejected` for invalid input, `failed` for anything else that prevented the call. */
export type Outcome = 'done' | 'rejected' | 'failed'

export type GuardedCall = {
  action: CaptchaAction
  actor: Actor | null
  caller: Caller
  solution: { id: string; code: string }
  /** Whether the call only retrieves its stored response again. */
  isRepeat(): Promise<boolean>
}

/** Throws when a captcha must be solved first; otherwise returns a callback for the outcome of the call. */
export type CaptchaGuard = (
  ctx: Context,
  call: GuardedCall,
) => Promise<(outcome: Outcome) => Promise<void>>

export async function runWithCaptcha<Result>(
  ctx: Context,
  guard: CaptchaGuard,
  call: GuardedCall,
  work: () => Promise<Result>,
): Promise<Result> {
  const reportOutcome = await guard(ctx, call)
  // The call has been carried out, so a failure to count it must not fail it.
  const settle = (outcome: Outcome) =>
    reportOutcome(outcome).catch((error: unknown) =>
      ctx.log.error({ err: error }, 'captcha outcome was not recorded'),
    )
  try {
    const result = await work()
    await settle('done')
    return result
  } catch (error) {
    await settle(isInvalidInput(error) ? 'rejected' : 'failed')
    throw error
  }
}

function isInvalidInput(error: unknown) {
  return error instanceof AppError && errorCatalog[error.code] === 400
}
