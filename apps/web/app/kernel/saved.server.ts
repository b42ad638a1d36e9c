import { data, redirect } from 'react-router'
import { locationOf } from './api.server.ts'
import { hostContext, type LoadContext } from './context.server.ts'
import { savedParameter } from './saved.ts'

type Args = { request: Request; context: LoadContext }

/** Without scripts the page must be reloaded to show the change; the router revalidates by itself. */
export function respondSaved<Saved extends object>(
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
