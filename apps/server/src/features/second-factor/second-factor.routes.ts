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
import type { Db } from '../../kernel/database.ts'
import { fail, failField } from '../../kernel/errors.ts'
import { isPassword } from '../../kernel/passwords.ts'
import { route } from '../../kernel/route.ts'
import { type Actor, isStaff, must } from '../../kernel/rules.ts'
import { users } from '../users/users.table.ts'
import {
  finishRegistration,
  forgetPasskey,
  relyingPartyOf,
  startRegistration,
} from './passkeys.actions.ts'
import { prepareTotp, renewCodes, turnOffTotp, turnOnTotp } from './second-factor.actions.ts'
import { ownsSecondFactor, secondFactorOf, toPasskey } from './second-factor.queries.ts'
import { canChangeFactors } from './second-factor.rules.ts'
import { totpUri } from './totp.ts'

export const secondFactorRoutes = [
  route(secondFactor, async ({ who, ctx }) => ({
    ...(await secondFactorOf(ctx.primary, who.id)),
    is_required: isRequired(ctx, who),
    session_verified: who.isSecured,
  })),

  route(startTotp, async ({ input, who, ctx, transact }) => {
    const person = await confirmed(ctx, who, input.pass)
    return await transact(async (tx) => {
      const secret = await prepareTotp(tx, who.id)
      return { secret, uri: totpUri(secret, siteName(ctx), person.username) }
    })
  }),

  route(confirmTotp, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      await assertMayChange(ctx, tx, who)
      return { recovery_codes: await turnOnTotp(tx, who.id, input.code) }
    }),
  ),

  route(removeTotp, async ({ input, who, ctx, transact }) => {
    await confirmed(ctx, who, input.pass)
    return await transact(async (tx) => {
      await turnOffTotp(tx, who.id)
      return null
    })
  }),

  route(renewRecoveryCodes, async ({ input, who, ctx, transact }) => {
    await confirmed(ctx, who, input.pass)
    return await transact(async (tx) => ({ recovery_codes: await renewCodes(tx, who.id) }))
  }),

  route(passkeyOptions, async ({ input, who, ctx, transact }) => {
    const person = await confirmed(ctx, who, input.pass)
    return await transact((tx) => startRegistration(tx, siteOf(ctx), person))
  }),

  route(addPasskey, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      await assertMayChange(ctx, tx, who)
      return toPasskey(await finishRegistration(tx, siteOf(ctx), who.id, input))
    }),
  ),

  route(removePasskey, async ({ input, who, ctx, transact }) => {
    await confirmed(ctx, who, input.pass)
    return await transact(async (tx) => {
      await forgetPasskey(tx, who.id, input.id)
      return null
    })
  }),
]

/** What protects an account is changed only by someone who knows its password, not by whoever finds it open. */
async function confirmed(ctx: Context, who: Actor, password: string) {
  const [person] = await ctx.db.select().from(users).where(eq(users.id, who.id))
  if (person === undefined) fail('auth.required')
  if (!(await isPassword(password, person.passwordHash))) {
    failField('pass', 'account.old_password_wrong')
  }
  await assertMayChange(ctx, ctx.primary, who)
  return person
}

async function assertMayChange(ctx: Context, db: Db, who: Actor) {
  must(
    canChangeFactors({
      isRequired: isRequired(ctx, who),
      ownsFactor: await ownsSecondFactor(db, who.id),
      isSecured: who.isSecured,
    }),
  )
}

function isRequired(ctx: Context, who: Actor) {
  return isStaff(who) && ctx.settings.get(loginSettings).require_second_factor_for_staff
}

function siteOf(ctx: Context) {
  return relyingPartyOf(siteName(ctx), ctx.settings.get(generalSettings).site_url)
}

function siteName(ctx: Context) {
  return ctx.settings.get(generalSettings).name
}
