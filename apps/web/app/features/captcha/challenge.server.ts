import type { ChallengeAction } from '@stoa/contract/challenge'
import { type ActionRecord, actionRecord } from '@stoa/contract/features/captcha'
import { data } from 'react-router'
import { submit } from '../../kernel/api.server.ts'

type Args = Parameters<typeof submit>[0]
type Again<Refused> = { data: Refused; init: ResponseInit | null }

/** Shows a form again, with the puzzle that the next try must solve if it must. */
export async function challengedAgain<Refused extends object>(
  args: Args,
  action: ChallengeAction,
  { data: refused, init }: Again<Refused>,
) {
  return data({ ...refused, puzzle: await findPuzzle(args, action) }, init ?? {})
}

/** Null when the next try need not solve any. */
export async function findPuzzle(
  args: Args,
  action: ChallengeAction,
): Promise<ActionRecord | null> {
  const result = await submit(args, actionRecord, { action })
  return result.ok && result.reply.verify ? result.reply : null
}
