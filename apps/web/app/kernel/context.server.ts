import { createContext, type RouterContextProvider } from 'react-router'
import type { HostRequest } from './host-request.ts'
import type { HtmlById } from './post-text.tsx'
import type { Visit } from './visit.ts'

export const hostContext = createContext<HostRequest>()

/** The viewer is set by the root middleware; null before it has run. */
export const visitContext = createContext<Visit>()

/** Post HTML of the page being rendered; null for data requests. */
export const htmlContext = createContext<HtmlById | null>(null)

export type LoadContext = Readonly<RouterContextProvider>
