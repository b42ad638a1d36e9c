import {
  addPasskey,
  confirmTotp,
  passkeyOptions,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  secondFactor,
  startTotp,
} from '@stoa/contract/features/second-factor'
import { loginSettings } from '@stoa/contract/settings/people'
import { generalSettings } from '@stoa/contract/settings/site'
import { eq } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import { fail, failField } from '../../kernel/errors.ts'
import { isPassword } from '../../kernel/passwords.ts'
import { route } from '../../kernel/route.ts'
import { isStaff } from '../../kernel/rules.ts'
import { users } from '../users/users.table.ts'
import {
  finishRegistration,
  forgetPasskey,
  relyingPartyOf,
  startRegistration,
} from './passkeys.actions.ts'
import { prepareTotp, renewCodes, turnOffTotp, turnOnTotp } from './second-factor.actions.ts'
import { secondFactorOf, toPasskey } from './second-factor.queries.ts'
import { totpUri } from './totp.ts'

export const secondFactorRoutes = [
  route(secondFactor, async ({ who, ctx }) => ({
    ...(await secondFactorOf(ctx.primary, who.id)),
    is_required: isStaff(who) && ctx.settings.get(loginSettings).require_second_factor_for_staff,
  })),

  route(startTotp, async ({ input, who, ctx, transact }) => {
    const person = await confirmed(ctx, who.id, input.pass)
    return await transact(async (tx) => {
      const secret = await prepareTotp(tx, who.id)
      return { secret, uri: totpUri(secret, siteName(ctx), person.username) }
    })
  }),

  route(confirmTotp, ({ input, who, transact }) =>
    transact(async (tx) => ({ recovery_codes: await turnOnTotp(tx, who.id, input.code) })),
  ),

  route(removeTotp, async ({ input, who, ctx, transact }) => {
    await confirmed(ctx, who.id, input.pass)
    return await transact(async (tx) => {
      await turnOffTotp(tx, who.id)
      return null
    })
  }),

  route(renewRecoveryCodes, async ({ input, who, ctx, transact }) => {
    await confirmed(ctx, who.id, input.pass)
    return await transact(async (tx) => ({ recovery_codes: await renewCodes(tx, who.id) }))
  }),

  route(passkeyOptions, async ({ input, who, ctx, transact }) => {
    const person = await confirmed(ctx, who.id, input.pass)
    return await transact((tx) => startRegistration(tx, siteOf(ctx), person))
  }),

  route(addPasskey, ({ input, who, ctx, transact }) =>
    transact(async (tx) => toPasskey(await finishRegistration(tx, siteOf(ctx), who.id, input))),
  ),

  route(removePasskey, async ({ input, who, ctx, transact }) => {
    await confirmed(ctx, who.id, input.pass)
    return await transact(async (tx) => {
      await forgetPasskey(tx, who.id, input.id)
      return null
    })
  }),
]

/** What protects an account is changed only by someone who knows its password, not by whoever finds it open. */
async function confirmed(ctx: Context, userId: string, password: string) {
  const [person] = await ctx.db.select().from(users).where(eq(users.id, userId))
  if (person === undefined) fail('auth.required')
  if (!(await isPassword(password, person.passwordHash))) {
    failField('pass', 'account.old_password_wrong')
  }
  return person
}

function siteOf(ctx: Context) {
  return relyingPartyOf(siteName(ctx), ctx.settings.get(generalSettings).site_url)
}

function siteName(ctx: Context) {
  return ctx.settings.get(generalSettings).name
}
