import { loginSettings } from '@stoa/contract/settings/people'
import type { FastifyRequest } from 'fastify'
import { refusal } from './access.ts'
import type { Context } from './context.ts'
import type { Identify } from './dispatch.ts'
import type { Actor } from './rules.ts'
import { sessionToken } from './session-cookie.ts'

/** Whether only members may read this site. */
export function isPrivate(ctx: Context) {
  return ctx.settings.get(loginSettings).login_required
}

/** Lets in whoever may read the site, at an address that is no API call. */
export async function admitReader(ctx: Context, identify: Identify, request: FastifyRequest) {
  const site = {
    isInstalled: ctx.settings.isInstalled(),
    loginRequired: isPrivate(ctx),
    staffSecured: false,
  }
  const token = site.loginRequired ? sessionToken(ctx, request) : null
  const who = token === null ? null : await identify(ctx, token, request.ip)
  const refused = refusal('public', who, site)
  if (refused !== null) throw refused
}

/** Who reads, at an address that is no API call; null for visitors and those who may do nothing yet or any more. */
export async function findReader(
  ctx: Context,
  identify: Identify,
  request: FastifyRequest,
): Promise<Actor | null> {
  const token = sessionToken(ctx, request)
  const who = token === null ? null : await identify(ctx, token, request.ip)
  return who !== null && who.isActivated && !who.isSuspended ? who : null
}
