import {
  loginWithCode,
  loginWithPasskey,
  passkeyLoginOptions,
} from '@stoa/contract/features/second-factor'
import { generalSettings } from '@stoa/contract/settings/site'
import type { Context } from '../../../kernel/context.ts'
import { fail, failField } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/route.ts'
import { transact as transactAlone } from '../../../kernel/transact.ts'
import { closeChallenge, countAttempt } from './second-factor/challenges.actions.ts'
import { countGuess, resetGuesses, guessesBeforeNotice } from './second-factor/guesses.actions.ts'
import {
  finishPasskeyLogin,
  toRelyingParty,
  startPasskeyLogin,
} from './second-factor/passkeys.actions.ts'
import { consumeCode, isTotpCode } from './second-factor/second-factor.actions.ts'
import { findPasskeyOwner } from './second-factor/second-factor.queries.ts'
import { findAccount } from './accounts.queries.ts'
import { signIn } from './sign-in.actions.ts'
import { recordFailure, recordIf } from './sign-ins.actions.ts'

export const secondStepRoutes = [
  route(loginWithCode, async ({ input, caller, ctx, transact }) => {
    // Counts in its own transaction: a wrong code rolls the login back, but must still count.
    const { userId, guesses } = await transactAlone(ctx, async (tx) => {
      const challenge = await countAttempt(tx, input.token, 'second_factor')
      const user = await getChallengedUser(tx, challenge.userId)
      return { userId: user.id, guesses: await countGuess(tx, user.id, input.code) }
    })
    const finish = transact(async (tx) => {
      const user = await getChallengedUser(tx, userId)
      const method = await consumeCode(tx, user.id, input.code)
      if (method === null) failField('code', 'second_factor.wrong_code')
      await closeChallenge(tx, input.token)
      await resetGuesses(tx, user.id)
      return await signIn(tx, user, caller, method)
    })
    return await recordIf('second_factor.wrong_code', finish, async () => {
      const method = isTotpCode(input.code) ? 'totp' : 'recovery_code'
      await recordFailure(ctx, userId, { method, outcome: 'wrong_code', caller })
      if (guesses === guessesBeforeNotice)
        await transactAlone(ctx, (tx) => tx.emit('account.codes_guessed', { userId }))
    })
  }),

  route(passkeyLoginOptions, ({ ctx, transact }) =>
    transact((tx) => startPasskeyLogin(tx, relyingParty(ctx))),
  ),

  route(loginWithPasskey, ({ input, caller, ctx, transact }) => {
    const finish = transact(async (tx) => {
      const userId = await finishPasskeyLogin(tx, relyingParty(ctx), input.token, input.response)
      return await signIn(tx, await getChallengedUser(tx, userId), caller, 'passkey')
    })
    return recordIf('second_factor.passkey_refused', finish, async () => {
      const userId = await findPasskeyOwner(ctx.primary, input.response)
      const outcome = userId === null ? 'unknown_account' : 'passkey_refused'
      await recordFailure(ctx, userId, { method: 'passkey', outcome, caller })
    })
  }),
]

async function getChallengedUser(db: Context['db'], userId: string | null) {
  const user = userId === null ? null : await findAccount(db, userId)
  return user ?? fail('second_factor.expired')
}

function relyingParty(ctx: Context) {
  const { name, site_url } = ctx.settings.get(generalSettings)
  return toRelyingParty(name, site_url)
}
