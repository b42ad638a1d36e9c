import { actionRecord } from '@stoa/contract/features/captcha'
import { route } from '../../kernel/route.ts'
import { isDue, policies } from './captcha.rules.ts'
import { doingOf, isExempt } from './challenge.ts'
import { findPast } from './counting.ts'
import { pictureOf } from './picture.ts'
import { lettersOf, newTicket, workOf } from './tickets.ts'

const none = { verify: false, captcha_id: '', captcha_img: '', challenge: null }

export const captchaRoutes = [
  route(actionRecord, async ({ input: { action }, who, caller, ctx }) => {
    if (isExempt(who)) return none
    const past = await findPast(ctx.primary, doingOf(action, { who, caller }))
    if (!isDue(policies[action], past, ctx.clock.now())) return none
    const ticket = await newTicket(ctx, action)
    return {
      verify: true,
      captcha_id: ticket.id,
      captcha_img: pictureOf(await lettersOf(ctx, ticket)),
      challenge: await workOf(ctx, ticket),
    }
  }),
]
