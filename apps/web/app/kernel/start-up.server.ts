import { clientOver } from '@stoa/contract/client'
import { currentUser } from '@stoa/contract/features/accounts'
import { redirect, type MiddlewareFunction } from 'react-router'
import { installPath, isBeforeInstallation } from './addresses.ts'
import { locationOf } from './api.server.ts'
import { hostContext, visitContext } from './context.server.ts'
import type { HostRequest } from './host.ts'
import { toViewer } from './viewer.ts'
import { localeOf } from './visit.server.ts'
import type { Visit } from './visit.ts'

/** Runs once per request, before every guard and loader: finds out who this is. */
export const startUp: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const from = context.get(hostContext)
  if (!from.isInstalled) {
    if (isBeforeInstallation(locationOf(request))) return next()
    throw redirect(installPath)
  }
  if (from.audience === 'visitor') return next()

  const visit = await signIn(request, from, context.get(visitContext))
  context.set(visitContext, visit)
  const response = await next()
  const isStale = visit.viewer === null && !response.headers.has('set-cookie')
  if (isStale) response.headers.append('set-cookie', from.expiredSessionCookie())
  return response
}

async function signIn(request: Request, from: HostRequest, visit: Visit): Promise<Visit> {
  const client = clientOver((endpoint, input, options) =>
    from.call(endpoint, input, visit.locale, options),
  )
  const user = await client.call(currentUser, {})
  if (user === null) return visit
  return {
    ...visit,
    viewer: toViewer(user, from.now),
    // What is set in the account holds on every device; the rest is this browser's.
    locale: localeOf(request, from, user.language),
    theme: user.color_scheme === 'default' ? visit.theme : user.color_scheme,
    timeZone: user.time_zone || visit.timeZone,
  }
}
