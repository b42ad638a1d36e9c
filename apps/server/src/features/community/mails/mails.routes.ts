import {
  getNotificationChoices,
  reportMail,
  resumeMails,
  updateNotificationChoices,
} from '@stoa/contract/features/mails'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/route.ts'
import { saveChoices } from './choices.actions.ts'
import { getChoicesOf } from './choices.queries.ts'
import { readMailCode, resumeMailsOf, stopMails } from './stopping.actions.ts'

export const mailsRoutes = [
  route(getNotificationChoices, ({ actor, ctx }) => getChoicesOf(ctx.db, actor.id, ctx.settings)),

  route(updateNotificationChoices, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await saveChoices(tx, actor.id, input)
      return null
    }),
  ),

  route(resumeMails, ({ actor, transact }) =>
    transact(async (tx) => {
      await resumeMailsOf(tx, actor.id)
      return null
    }),
  ),

  route(reportMail, async ({ input, ctx, transact }) => {
    const sentTo = (await readMailCode(ctx, input.code)) ?? fail('account.code_expired')
    return await transact(async (tx) => {
      await stopMails(tx, { ...sentTo, cause: input.cause, detail: input.detail })
      return null
    })
  }),
]
