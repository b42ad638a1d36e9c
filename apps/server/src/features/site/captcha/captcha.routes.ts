import { actionRecord } from '@stoa/contract/features/captcha'
import { route } from '../../../kernel/route.ts'
import { isCaptchaRequired, policies } from './captcha.rules.ts'
import { toCountedAction, isExempt } from './captcha-guard.ts'
import { findPreviousActions } from './action-counts.ts'
import { renderImage } from './image.ts'
import { deriveLetters, createCaptcha, toProofOfWork } from './captchas.ts'

const notRequired = { verify: false, captcha_id: '', captcha_img: '', challenge: null }

export const captchaRoutes = [
  route(actionRecord, async ({ input: { action }, actor, caller, ctx }) => {
    if (isExempt(actor)) return notRequired
    const previous = await findPreviousActions(
      ctx.primary,
      toCountedAction(action, { actor, caller }),
    )
    if (!isCaptchaRequired(policies[action], previous, ctx.clock.now())) return notRequired
    const captcha = await createCaptcha(ctx, action)
    return {
      verify: true,
      captcha_id: captcha.id,
      captcha_img: renderImage(await deriveLetters(ctx, captcha)),
      challenge: await toProofOfWork(ctx, captcha),
    }
  }),
]
