import { createContext, RouterContextProvider } from 'react-router'
import type { HostRequest } from './host.ts'
import type { StoredHtml } from './html-store.tsx'
import type { Visit } from './visit.ts'
import { visitBeforeSignIn } from './visit.server.ts'

/** The request as the server handed it over. */
export const hostContext = createContext<HostRequest>()

/** Who visits; complete once the root middleware has run. */
export const visitContext = createContext<Visit>()

/** Post HTML of the page being rendered; null when only data is asked for. */
export const htmlContext = createContext<StoredHtml | null>(null)

export function createLoadContext(request: Request, from: HostRequest) {
  const context = new RouterContextProvider()
  context.set(hostContext, from)
  context.set(visitContext, visitBeforeSignIn(request, from))
  context.set(htmlContext, from.kind === 'document' ? new Map() : null)
  return context
}

export type LoadContext = Readonly<RouterContextProvider>
