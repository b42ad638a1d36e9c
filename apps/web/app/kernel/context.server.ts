import { createContext, RouterContextProvider } from 'react-router'
import type { HostRequest } from './host.ts'
import type { HtmlById } from './html-store.tsx'
import type { Visit } from './visit.ts'
import { createVisit } from './visit.server.ts'

export const hostContext = createContext<HostRequest>()

/** The viewer is set by the root middleware; null before it has run. */
export const visitContext = createContext<Visit>()

/** Post HTML of the page being rendered; null for data requests. */
export const htmlContext = createContext<HtmlById | null>(null)

export function createLoadContext(request: Request, hostRequest: HostRequest) {
  const context = new RouterContextProvider()
  context.set(hostContext, hostRequest)
  context.set(visitContext, createVisit(request, hostRequest))
  context.set(htmlContext, hostRequest.kind === 'document' ? new Map() : null)
  return context
}

export type LoadContext = Readonly<RouterContextProvider>
