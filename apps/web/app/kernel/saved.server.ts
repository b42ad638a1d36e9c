import { data, redirect } from 'react-router'
import { locationOf } from './api.server.ts'
import { hostContext, type LoadContext } from './context.server.ts'
import { savedParameter } from './saved.ts'

type Args = { request: Request; context: LoadContext }

/**
 * The answer of an action that saved. What was saved may show anywhere on the page, so a browser without
 * scripts loads it anew; a running page asks again by itself.
 */
export function savedReply<Saved extends object>(
  { request, context }: Args,
  saved: Saved,
  headers = new Headers(),
) {
  const [path = ''] = locationOf(request).split('?')
  if (context.get(hostContext).kind === 'document') {
    throw redirect(`${path}?${savedParameter}`, { headers })
  }
  return data({ saved }, { headers })
}
