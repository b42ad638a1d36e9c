import { loginSettings } from '@stoa/contract/settings/people'
import type { FastifyRequest } from 'fastify'
import { checkAccess } from './access.ts'
import type { Context } from './context.ts'
import type { Identify } from './dispatch.ts'
import type { Actor } from './rules.ts'
import { readSessionToken } from './session-cookie.ts'

export function isPrivateSite(ctx: Context) {
  return ctx.settings.get(loginSettings).login_required
}

/** For routes outside the API. */
export async function assertCanReadSite(ctx: Context, identify: Identify, request: FastifyRequest) {
  const site = {
    isInstalled: ctx.settings.isInstalled(),
    isLoginRequired: isPrivateSite(ctx),
    isSecondFactorRequired: false,
  }
  const token = site.isLoginRequired ? readSessionToken(ctx, request) : null
  const actor = token === null ? null : await identify(ctx, token, request.ip)
  const rejection = checkAccess('public', actor, site)
  if (rejection !== null) throw rejection
}

/** For routes outside the API. Null for visitors and for inactive or suspended users. */
export async function findActiveActor(
  ctx: Context,
  identify: Identify,
  request: FastifyRequest,
): Promise<Actor | null> {
  const token = readSessionToken(ctx, request)
  const actor = token === null ? null : await identify(ctx, token, request.ip)
  return actor !== null && actor.isActivated && !actor.isSuspended ? actor : null
}
