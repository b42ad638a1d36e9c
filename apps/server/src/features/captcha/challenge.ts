import type { ChallengeAction } from '@stoa/contract/challenge'
import type { Challenge, ChallengedCall } from '../../kernel/challenge.ts'
import type { Context } from '../../kernel/context.ts'
import { failField } from '../../kernel/errors.ts'
import { networkOf } from '../../kernel/network.ts'
import type { Caller } from '../../kernel/route.ts'
import { type Actor, isStaff } from '../../kernel/rules.ts'
import { isCounted, isDue, policies } from './captcha.rules.ts'
import { usedCaptchas } from './captcha.table.ts'
import { countOne, type Doing, giveBack } from './counting.ts'
import { isAnswer, readTicket } from './tickets.ts'

/** Counts what is done, and asks for a challenge once it is done often. Staff are never asked. */
export const challenge: Challenge = async (ctx, call) => {
  if (isExempt(call.who)) return async () => {}
  const policy = policies[call.action]
  const doing = doingOf(call.action, call)
  const now = ctx.clock.now()
  const past = await countOne(ctx.db, doing, now, policy.windowMs)
  if (isDue(policy, past, now) && !(await isAnswered(ctx, call)) && !(await call.isRepeat())) {
    await giveBack(ctx.db, doing)
    failField('captcha_code', 'object.captcha_verification_failed')
  }
  return async (outcome) => {
    if (!isCounted(policy, outcome)) await giveBack(ctx.db, doing)
  }
}

/** Uses the answer up, right or wrong, before it is looked at: of many with one id, one is looked at. */
async function isAnswered(ctx: Context, { action, answer }: ChallengedCall): Promise<boolean> {
  const ticket = await readTicket(ctx, answer.id)
  if (ticket === null || ticket.action !== action) return false
  const used = await ctx.db
    .insert(usedCaptchas)
    .values({ id: ticket.id, expiresAt: ticket.expiresAt })
    .onConflictDoNothing()
    .returning({ id: usedCaptchas.id })
  return used.length === 1 && (await isAnswer(ctx, ticket, answer.code))
}

export function isExempt(who: Actor | null) {
  return who !== null && isStaff(who)
}

type From = { who: Actor | null; caller: Caller }

export function doingOf(action: ChallengeAction, { who, caller }: From): Doing {
  const isPersons = policies[action].by === 'user' && who !== null
  return { action, subject: isPersons ? who.id : networkOf(caller.address) }
}
