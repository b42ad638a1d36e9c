import { errorCatalog } from '@stoa/contract/errors'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import type { CaptchaGuard, GuardedCall, Outcome } from '../../kernel/route.ts'

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
