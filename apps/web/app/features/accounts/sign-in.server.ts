import { redirect } from 'react-router'
import { homePath, inactivePath, toInternalPath } from '../../kernel/addresses.ts'
import { hostContext, type LoadContext } from '../../kernel/context.server.ts'

type SignedIn = { access_token: string; device_token: string; mail_status: 1 | 2 }

/** Keeps the session in the browser's cookie and goes on: to the saved place, or to the activation page. */
export function signedIn(context: LoadContext, session: SignedIn, saved: unknown) {
  const wanted = toInternalPath(saved) ?? homePath
  return redirect(session.mail_status === 2 ? inactivePath : wanted, {
    headers: signInCookies(context, session),
  })
}

/** The headers that sign a browser in and mark it as known to the account. */
export function signInCookies(
  context: LoadContext,
  { access_token, device_token }: Pick<SignedIn, 'access_token' | 'device_token'>,
) {
  const { sessionCookie, deviceCookie } = context.get(hostContext)
  return new Headers([
    ['set-cookie', sessionCookie(access_token)],
    ['set-cookie', deviceCookie(device_token)],
  ])
}
