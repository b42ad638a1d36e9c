import type { ChallengeAction } from '@stoa/contract/challenge'
import { errorCatalogue } from '@stoa/contract/errors'
import type { Context } from './context.ts'
import { AppError } from './errors.ts'
import type { Caller } from './route.ts'
import type { Actor } from './rules.ts'

/** How a call went: it did its work, its input was refused, or something else kept it from working. */
export type Outcome = 'done' | 'refused' | 'stopped'

/** A call to an endpoint that names what it counts as. */
export type ChallengedCall = {
  action: ChallengeAction
  who: Actor | null
  caller: Caller
  answer: { id: string; code: string }
  /** Whether its reply stands written already and is only asked for again. */
  isRepeat(): Promise<boolean>
}

/** Stops a call that must first answer a challenge; else says where to tell how the call went. */
export type Challenge = (
  ctx: Context,
  call: ChallengedCall,
) => Promise<(outcome: Outcome) => Promise<void>>

/** Runs a call that may have to answer a challenge first, and tells how it went. */
export async function underChallenge<Reply>(
  ctx: Context,
  challenge: Challenge,
  call: ChallengedCall,
  work: () => Promise<Reply>,
): Promise<Reply> {
  const tell = await challenge(ctx, call)
  // What the call did stands, whether or not it can be counted.
  const settle = (outcome: Outcome) =>
    tell(outcome).catch((error: unknown) => ctx.log.error({ err: error }, 'a call was not counted'))
  try {
    const reply = await work()
    await settle('done')
    return reply
  } catch (error) {
    await settle(isRefusal(error) ? 'refused' : 'stopped')
    throw error
  }
}

function isRefusal(error: unknown) {
  return error instanceof AppError && errorCatalogue[error.code] === 400
}
