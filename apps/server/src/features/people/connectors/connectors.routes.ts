import {
  bindEmail,
  confirmBinding,
  finishConnector,
  listConnectors,
  listLinkedConnectors,
  loginWithConnector,
  startConnector,
  unlinkConnector,
} from '@stoa/contract/features/connectors'
import { loginSettings } from '@stoa/contract/settings/people'
import { eq } from 'drizzle-orm'
import { isActive } from '../../../kernel/access.ts'
import type { Context } from '../../../kernel/context.ts'
import { AppError, fail } from '../../../kernel/errors.ts'
import { type Caller, route } from '../../../kernel/route.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import { generateSecret } from '../../../kernel/secrets.ts'
import { users } from '../../../schema/users.ts'
import { missingUserId } from '../auth/accounts.queries.ts'
import { canUseDomain } from '../auth/accounts.rules.ts'
import { limitAttemptsOf } from '../auth/known-devices.actions.ts'
import { signInByEmailLink } from '../auth/sign-in.actions.ts'
import { recordFailure, recordIf } from '../auth/sign-ins.actions.ts'
import { confirmLink } from './binding.actions.ts'
import {
  callbackUrlOf,
  callConnector,
  getConnector,
  listConnectorsOf,
  toAllowedUser,
} from './connector-calls.actions.ts'
import { openFlow, openMailStage, takeEmailStage, takeFlow } from './flows.actions.ts'
import { unlinkAccount } from './links.actions.ts'
import { findUserNamed, listLinked } from './links.queries.ts'
import { completeSignIn } from './sign-in.actions.ts'

export const connectorRoutes = [
  route(listConnectors, async ({ ctx }) => listConnectorsOf(ctx)),

  route(startConnector, async ({ input, actor, caller, ctx, transact }) => {
    const { slug } = getConnector(ctx, input.plugin_slug_name, 'redirect')
    const linkTo = getLinkTarget(input.intent, actor)
    const state = generateSecret()
    const request = { callbackUrl: callbackUrlOf(ctx, slug), state }
    const { url, memory } = await callConnector(ctx, slug, 'startSignIn', {
      input: request,
      caller,
    })
    return await transact(async (tx) => ({
      url,
      flow: await openFlow(tx, {
        slug,
        state,
        memory,
        userId: linkTo?.id ?? null,
        returnPath: input.return_path ?? '',
      }),
    }))
  }),

  route(finishConnector, async ({ input, actor, caller, ctx, transact }) => {
    const { plugin_slug_name: slug, flow, state, method, parameters } = input
    const connector = getConnector(ctx, slug, 'redirect')
    const { userId, returnPath, memory, posted } = await takeFlow(ctx, { slug, flow, state })
    const linkTo = userId === null ? null : getLinkTarget('link', actor)
    if (linkTo !== null && linkTo.id !== userId) fail('connector.expired')
    const sent = posted === null ? { method, parameters } : toPosted(posted)
    const response = { state, memory, callbackUrl: callbackUrlOf(ctx, slug), ...sent }
    const found = await callConnector(ctx, slug, 'finishSignIn', { input: response, caller })
    const external = toAllowedUser(connector, found)
    return await transact((tx) =>
      completeSignIn(tx, { slug, external, linkTo, returnPath, caller }),
    )
  }),

  route(loginWithConnector, async ({ input, actor, caller, ctx, transact }) => {
    const { plugin_slug_name: slug, username, password } = input
    const connector = getConnector(ctx, slug, 'form')
    const linkTo = getLinkTarget(input.intent, actor)
    const knownId = await findUserNamed(ctx.primary, slug, username)
    await limitPasswords(ctx, { slug, username, knownId }, caller)
    const found = await callConnector(ctx, slug, 'checkCredentials', {
      input: { username, password },
      caller,
    })
    if (found === null) {
      const attempt = { method: 'connector', outcome: 'wrong_password', caller } as const
      await recordFailure(ctx, knownId, attempt)
      const code = 'account.wrong_credentials'
      throw new AppError(code, { fields: [{ field: 'username', code }] })
    }
    const external = toAllowedUser(connector, found)
    const returnPath = input.return_path ?? ''
    return await transact((tx) =>
      completeSignIn(tx, { slug, external, linkTo, returnPath, caller }),
    )
  }),

  route(bindEmail, ({ input, caller, ctx, transact }) => {
    const { binding_key: key, email } = input
    assertAllowed(canUseDomain(email, ctx.settings.get(loginSettings)))
    return transact(async (tx) => {
      const unconfirmed = await takeEmailStage(tx, key)
      await openMailStage(tx, { ...unconfirmed, email, locale: caller.locale })
      return { email_exist_and_must_be_confirmed: true, access_token: '' }
    })
  }),

  route(confirmBinding, ({ input, caller, ctx }) =>
    signInByEmailLink(ctx, caller, (tx) => confirmLink(tx, input.code), 'connector'),
  ),

  route(listLinkedConnectors, ({ actor, ctx }) => listLinked(ctx, actor.id)),

  route(unlinkConnector, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const { external_id: externalId, plugin_slug_name: slug } = input
      await unlinkAccount(tx, { userId: actor.id, externalId, slug })
      return null
    }),
  ),
]

function toPosted(parameters: Record<string, string>) {
  return { method: 'POST' as const, parameters }
}

/** Null for logins. */
function getLinkTarget(intent: 'login' | 'link', actor: Actor | null): Actor | null {
  if (intent === 'login') return null
  return actor !== null && isActive(actor) ? actor : fail('auth.required')
}

type PasswordAttempt = { slug: string; username: string; knownId: string | null }

/** A known device has its own budget, so that an attacker cannot lock its owner out. */
async function limitPasswords(
  ctx: Context,
  { slug, username, knownId }: PasswordAttempt,
  caller: Caller,
) {
  const account = `${slug} ${username.toLowerCase()}`
  const limited = { account, isOwner: eq(users.id, knownId ?? missingUserId) }
  await recordIf('base.too_many_requests', limitAttemptsOf(ctx, 'login', limited, caller), () =>
    recordFailure(ctx, knownId, { method: 'connector', outcome: 'rate_limited', caller }),
  )
}
