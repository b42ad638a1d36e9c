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
import type { Context } from '../../../../kernel/context.ts'
import type { ReadDb } from '../../../../kernel/database.ts'
import { fail, failField } from '../../../../kernel/errors.ts'
import { verifyPassword } from '../../../../kernel/passwords.ts'
import { route } from '../../../../kernel/route.ts'
import { type Actor, isStaff, assertAllowed } from '../../../../kernel/rules.ts'
import { users } from '../../../../schema/users.ts'
import {
  finishRegistration,
  deletePasskey,
  toRelyingParty,
  startRegistration,
} from './passkeys.actions.ts'
import { prepareTotp, renewCodes, disableTotp, enableTotp } from './second-factor.actions.ts'
import { hasSecondFactor, getSecondFactor, toPasskey } from './second-factor.queries.ts'
import { canChangeFactors } from './second-factor.rules.ts'
import { totpUri } from './totp.ts'

export const secondFactorRoutes = [
  route(secondFactor, async ({ actor, ctx }) => ({
    ...(await getSecondFactor(ctx.primary, actor.id)),
    is_required: isRequired(ctx, actor),
    session_verified: actor.hasUsedSecondFactor,
  })),

  route(startTotp, async ({ input, actor, ctx, transact }) => {
    const user = await confirmPassword(ctx, actor, input.pass)
    return await transact(async (tx) => {
      const secret = await prepareTotp(tx, actor.id)
      return { secret, uri: totpUri(secret, siteName(ctx), user.username) }
    })
  }),

  route(confirmTotp, ({ input, actor, ctx, transact }) =>
    transact(async (tx) => {
      await assertCanChangeFactors(ctx, tx, actor)
      return { recovery_codes: await enableTotp(tx, actor.id, input.code) }
    }),
  ),

  route(removeTotp, async ({ input, actor, ctx, transact }) => {
    await confirmPassword(ctx, actor, input.pass)
    return await transact(async (tx) => {
      await disableTotp(tx, actor.id)
      return null
    })
  }),

  route(renewRecoveryCodes, async ({ input, actor, ctx, transact }) => {
    await confirmPassword(ctx, actor, input.pass)
    return await transact(async (tx) => ({ recovery_codes: await renewCodes(tx, actor.id) }))
  }),

  route(passkeyOptions, async ({ input, actor, ctx, transact }) => {
    const user = await confirmPassword(ctx, actor, input.pass)
    return await transact((tx) => startRegistration(tx, relyingParty(ctx), user))
  }),

  route(addPasskey, ({ input, actor, ctx, transact }) =>
    transact(async (tx) => {
      await assertCanChangeFactors(ctx, tx, actor)
      return toPasskey(await finishRegistration(tx, relyingParty(ctx), actor.id, input))
    }),
  ),

  route(removePasskey, async ({ input, actor, ctx, transact }) => {
    await confirmPassword(ctx, actor, input.pass)
    return await transact(async (tx) => {
      await deletePasskey(tx, actor.id, input.id)
      return null
    })
  }),
]

/** Requires the password, so that an unattended session cannot change the second factor. */
async function confirmPassword(ctx: Context, actor: Actor, password: string) {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, actor.id))
  if (user === undefined) fail('auth.required')
  if (!(await verifyPassword(password, user.passwordHash))) {
    failField('pass', 'account.old_password_wrong')
  }
  await assertCanChangeFactors(ctx, ctx.primary, actor)
  return user
}

async function assertCanChangeFactors(ctx: Context, db: ReadDb, actor: Actor) {
  assertAllowed(
    canChangeFactors({
      isRequired: isRequired(ctx, actor),
      hasFactor: await hasSecondFactor(db, actor.id),
      hasUsedSecondFactor: actor.hasUsedSecondFactor,
    }),
  )
}

function isRequired(ctx: Context, actor: Actor) {
  return isStaff(actor) && ctx.settings.get(loginSettings).require_second_factor_for_staff
}

function relyingParty(ctx: Context) {
  return toRelyingParty(siteName(ctx), ctx.settings.get(generalSettings).site_url)
}

function siteName(ctx: Context) {
  return ctx.settings.get(generalSettings).name
}
