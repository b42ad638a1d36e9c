import type { CaptchaAction } from '@stoa/contract/captcha'
import type { CaptchaGuard, GuardedCall } from '../../../kernel/route.ts'
import type { Context } from '../../../kernel/context.ts'
import { failField } from '../../../kernel/errors.ts'
import { networkOf } from '../../../kernel/requests.ts'
import type { Caller } from '../../../kernel/route.ts'
import { type Actor, isStaff } from '../../../kernel/rules.ts'
import { isCounted, isCaptchaRequired, policies } from './captcha.rules.ts'
import { usedCaptchas } from '../../../schema/captcha.ts'
import { countAction, type CountedAction, uncountAction } from './action-counts.ts'
import { isSolution, parseCaptchaId } from './captchas.ts'
import { useOfCode, verifyWithPlugin } from './plugin-solutions.ts'

/** Counts actions and requires a captcha when they are frequent. Staff are exempt. */
export const captchaGuard: CaptchaGuard = async (ctx, call) => {
  if (isExempt(call.actor)) return async () => {}
  const policy = policies[call.action]
  const counted = toCountedAction(call.action, call)
  const now = ctx.clock.now()
  const previous = await countAction(ctx.autocommit, counted, now, policy.windowMs)
  if (
    isCaptchaRequired(policy, previous, now) &&
    !(await hasValidSolution(ctx, call)) &&
    !(await call.isRepeat())
  ) {
    await uncountAction(ctx.autocommit, counted)
    failField('captcha_code', 'object.captcha_verification_failed')
  }
  return async (outcome) => {
    if (!isCounted(policy, outcome)) await uncountAction(ctx.autocommit, counted)
  }
}

/** Marks the captcha as used before its result counts, so that concurrent solutions of one captcha get one attempt. */
async function hasValidSolution(
  ctx: Context,
  { action, solution: { id, code }, caller }: GuardedCall,
): Promise<boolean> {
  const captcha = await parseCaptchaId(ctx, id)
  if (captcha === null || captcha.action !== action) return false
  const isSolved = await isSolution(ctx, captcha, code)
  const isForPlugin = !isSolved && captcha.plugin !== '' && code !== ''
  const uses = [
    { id: captcha.id, expiresAt: captcha.expiresAt },
    ...(isForPlugin ? [useOfCode(captcha.plugin, code, ctx.clock.now())] : []),
  ]
  const used = await ctx.autocommit
    .insert(usedCaptchas)
    .values(uses)
    .onConflictDoNothing()
    .returning({ id: usedCaptchas.id })
  if (used.length < uses.length) return false
  return isForPlugin ? await verifyWithPlugin(ctx, captcha, { code, caller }) : isSolved
}

/** Programs cannot solve captchas. An admin created the key, and rate limits still apply. */
export function isExempt(actor: Actor | null) {
  return actor !== null && (isStaff(actor) || actor.keyScope !== undefined)
}

type ActionSource = { actor: Actor | null; caller: Caller }

export function toCountedAction(
  action: CaptchaAction,
  { actor, caller }: ActionSource,
): CountedAction {
  const isByUser = policies[action].by === 'user' && actor !== null
  return { action, subject: isByUser ? actor.id : networkOf(caller.ip) }
}
