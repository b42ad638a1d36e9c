import { actionRecord } from '@stoa/contract/features/captcha'
import { route } from '../../../kernel/route.ts'
import {
  isCaptchaRequired,
  isPluginFailing,
  policies,
  type PreviousActions,
} from './captcha.rules.ts'
import { toCountedAction, isExempt } from './captcha-guard.ts'
import { pluginFailures } from './plugin-solutions.ts'
import { findPreviousActions } from './action-counts.ts'
import { renderImage } from './image.ts'
import { deriveLetters, createCaptcha, toProofOfWork } from './captchas.ts'

const never: PreviousActions = { count: 0, lastAt: null }
const noCaptcha = {
  verify: false,
  captcha_id: '',
  captcha_img: '',
  challenge: null,
  plugin: '',
}

export const captchaRoutes = [
  route(actionRecord, async ({ input: { action }, actor, caller, ctx }) => {
    const notRequired = { ...noCaptcha, action }
    if (isExempt(actor)) return notRequired
    const now = ctx.clock.now()
    const slug = ctx.plugins.captcha()?.plugin.slug
    const [previous = never, failures = never] = await findPreviousActions(ctx.primary, [
      toCountedAction(action, { actor, caller }),
      ...(slug === undefined ? [] : [pluginFailures(slug)]),
    ])
    if (!isCaptchaRequired(policies[action], previous, now)) return notRequired
    const plugin = slug === undefined || isPluginFailing(failures, now) ? '' : slug
    const captcha = await createCaptcha(ctx, action, plugin)
    return {
      verify: true,
      action,
      captcha_id: captcha.id,
      captcha_img: renderImage(await deriveLetters(ctx, captcha)),
      challenge: plugin === '' ? await toProofOfWork(ctx, captcha) : null,
      plugin,
    }
  }),
]
