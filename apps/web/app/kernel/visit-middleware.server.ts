import { createClient } from '@stoa/contract/client'
import { currentUser } from '@stoa/contract/features/accounts'
import { redirect, type MiddlewareFunction } from 'react-router'
import { installPath, isAllowedBeforeInstall } from './paths.ts'
import { locationOf } from './api.server.ts'
import { hostContext, visitContext } from './context.server.ts'
import type { HostRequest } from './host.ts'
import { toViewer } from './viewer.ts'
import { resolveLocale } from './visit.server.ts'
import type { Visit } from './visit.ts'

/** Root middleware: loads the viewer before guards and loaders run. */
export const visitMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const hostRequest = context.get(hostContext)
  if (!hostRequest.isInstalled) {
    if (isAllowedBeforeInstall(locationOf(request))) return next()
    throw redirect(installPath)
  }
  if (hostRequest.audience === 'visitor') return next()

  const visit = await withViewer(request, hostRequest, context.get(visitContext))
  context.set(visitContext, visit)
  const response = await next()
  const hasInvalidSession = visit.viewer === null && !response.headers.has('set-cookie')
  if (hasInvalidSession) response.headers.append('set-cookie', hostRequest.expiredSessionCookie())
  return response
}

async function withViewer(
  request: Request,
  hostRequest: HostRequest,
  visit: Visit,
): Promise<Visit> {
  const client = createClient((endpoint, input, options) =>
    hostRequest.call(endpoint, input, visit.locale, options),
  )
  const user = await client.call(currentUser, {})
  if (user === null) return visit
  return {
    ...visit,
    viewer: toViewer(user, hostRequest.now),
    // Account settings take precedence over this browser's cookies.
    locale: resolveLocale(request, hostRequest, user.language),
    theme: user.color_scheme === 'default' ? visit.theme : user.color_scheme,
    timeZone: user.time_zone || visit.timeZone,
  }
}
