import { redirect } from 'react-router'
import { homePath, inactivePath, withRedirect } from '../../../kernel/paths.ts'
import { hostContext, type LoadContext } from '../../../kernel/context.server.ts'

type NewSession = { access_token: string; device_token: string; mail_status: 1 | 2 }

/** Sets the session cookie and redirects to the page to return to, or to the activation page on the way there. */
export function redirectSignedIn(
  context: LoadContext,
  session: NewSession,
  target: string | null,
  fallback = homePath,
) {
  const isInactive = session.mail_status === 2
  return redirect(isInactive ? withRedirect(inactivePath, target) : (target ?? fallback), {
    headers: createSignInHeaders(context, session),
  })
}

/** The session cookie, and the device cookie that marks the browser as known. */
export function createSignInHeaders(
  context: LoadContext,
  { access_token, device_token }: Pick<NewSession, 'access_token' | 'device_token'>,
) {
  const { sessionCookie, deviceCookie } = context.get(hostContext)
  return new Headers([
    ['set-cookie', sessionCookie(access_token)],
    ['set-cookie', deviceCookie(device_token)],
  ])
}
