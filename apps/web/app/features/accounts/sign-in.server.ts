import { redirect } from 'react-router'
import { homePath, inactivePath, toInternalPath } from '../../kernel/addresses.ts'
import { hostContext, type LoadContext } from '../../kernel/context.server.ts'

type SignedIn = { access_token: string; mail_status: 1 | 2 }

/** Keeps the session in the browser's cookie and goes on: to the saved place, or to the activation page. */
export function signedIn(context: LoadContext, session: SignedIn, saved: unknown) {
  const wanted = toInternalPath(saved) ?? homePath
  return redirect(session.mail_status === 2 ? inactivePath : wanted, {
    headers: { 'set-cookie': context.get(hostContext).sessionCookie(session.access_token) },
  })
}
