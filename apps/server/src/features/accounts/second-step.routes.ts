import {
  loginWithCode,
  loginWithPasskey,
  passkeyLoginOptions,
} from '@stoa/contract/features/second-factor'
import { generalSettings } from '@stoa/contract/settings/site'
import type { Context } from '../../kernel/context.ts'
import { AppError, fail, failField } from '../../kernel/errors.ts'
import { route } from '../../kernel/route.ts'
import { transact as transactAlone } from '../../kernel/transact.ts'
import { closeChallenge, tryChallenge } from '../second-factor/challenges.actions.ts'
import { countGuess, forgetGuesses, reportedGuesses } from '../second-factor/guesses.actions.ts'
import {
  finishPasskeyLogin,
  relyingPartyOf,
  startPasskeyLogin,
} from '../second-factor/passkeys.actions.ts'
import { acceptCode } from '../second-factor/second-factor.actions.ts'
import { findAccount } from './accounts.queries.ts'
import { signIn } from './sign-in.actions.ts'

export const secondStepRoutes = [
  route(loginWithCode, async ({ input, caller, ctx, transact }) => {
    // Counted in a transaction of its own: a wrong code rolls the other one back, and must still count.
    const { userId, guesses } = await transactAlone(ctx, async (tx) => {
      const challenge = await tryChallenge(tx, input.token, 'second_factor')
      const user = await personOf(tx, challenge.userId)
      return { userId: user.id, guesses: await countGuess(tx, user.id, input.code) }
    })
    const finish = transact(async (tx) => {
      const user = await personOf(tx, userId)
      const method = await acceptCode(tx, user.id, input.code)
      if (method === null) failField('code', 'second_factor.wrong_code')
      await closeChallenge(tx, input.token)
      await forgetGuesses(tx, user.id)
      return await signIn(tx, user, caller, method)
    })
    return await finish.catch(async (error: unknown) => {
      if (isWrongCode(error) && guesses === reportedGuesses)
        await transactAlone(ctx, (tx) => tx.emit('account.codes_guessed', { userId }))
      throw error
    })
  }),

  route(passkeyLoginOptions, ({ ctx, transact }) =>
    transact((tx) => startPasskeyLogin(tx, siteOf(ctx))),
  ),

  route(loginWithPasskey, ({ input, caller, ctx, transact }) =>
    transact(async (tx) => {
      const userId = await finishPasskeyLogin(tx, siteOf(ctx), input.token, input.response)
      return await signIn(tx, await personOf(tx, userId), caller, 'passkey')
    }),
  ),
]

function isWrongCode(error: unknown) {
  return error instanceof AppError && error.code === 'second_factor.wrong_code'
}

async function personOf(db: Context['db'], userId: string | null) {
  const user = userId === null ? null : await findAccount(db, userId)
  return user ?? fail('second_factor.expired')
}

function siteOf(ctx: Context) {
  const { name, site_url } = ctx.settings.get(generalSettings)
  return relyingPartyOf(name, site_url)
}
