import { ApiError, createClient, fetchTransport } from '@stoa/contract/client'
import { getNotificationStatus } from '@stoa/contract/features/notifications'

export type LiveSource = Pick<EventSource, 'close' | 'onmessage' | 'onerror'>
export type LiveChannel = Pick<BroadcastChannel, 'close' | 'onmessage' | 'postMessage'>
type LivePageEvent = 'visibilitychange' | 'pagehide' | 'pageshow' | 'online'

/** The parts of the browser that live pages use, which tests replace. */
export type LiveBrowser = {
  /** Null if the browser has no server-sent events. */
  openSource: ((url: string) => LiveSource) | null
  /** Null without a secure context. */
  requestLock: ((name: string, signal: AbortSignal, whileHeld: () => Promise<void>) => void) | null
  openChannel: ((name: string) => LiveChannel) | null
  /** The counts of the user as text, or null when the session has ended. */
  pollCounts: () => Promise<string | null>
  isHidden: () => boolean
  listen: (type: LivePageEvent, listener: () => void, signal: AbortSignal) => void
}

const pollTimeoutMs = 10_000

export const currentBrowser = (): LiveBrowser => ({
  openSource: 'EventSource' in window ? (url) => new EventSource(url) : null,
  requestLock: navigator.locks ? requestLock : null,
  openChannel: 'BroadcastChannel' in window ? (name) => new BroadcastChannel(name) : null,
  pollCounts,
  isHidden: () => document.hidden,
  listen: (type, listener, signal) => window.addEventListener(type, listener, { signal }),
})

function requestLock(name: string, signal: AbortSignal, whileHeld: () => Promise<void>) {
  // Rejected when the tab leaves before it holds the lock.
  navigator.locks.request(name, { signal }, whileHeld).catch(() => undefined)
}

async function pollCounts(): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(pollTimeoutMs)
    const client = createClient(fetchTransport(''))
    return JSON.stringify(await client.call(getNotificationStatus, {}, { signal }))
  } catch (error) {
    if (error instanceof ApiError && [401, 403].includes(error.envelope.status)) return null
    throw error
  }
}
