import { act } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { LiveBrowser, LiveChannel, LiveSource } from './live-browser.ts'

type FakeSource = LiveSource & { url: string; isOpen: boolean }
type FakeChannel = LiveChannel & { name: string }

/** A browser with several tabs. Messages between tabs arrive at once. */
export function aLiveBrowser({ hasLocks = true, hasSources = true } = {}) {
  const { openSource, ...streams } = aServer()
  const requestLock = createLocks()
  const openChannel = createChannels()
  const server = { counts: '{}' as string | null, isDown: false, polls: 0 }

  async function pollCounts() {
    server.polls++
    if (server.isDown) throw new TypeError('fetch failed')
    return server.counts
  }

  function openTab() {
    const page = new EventTarget()
    let isTabHidden = false
    const browser: LiveBrowser = {
      openSource: hasSources ? openSource : null,
      requestLock: hasLocks ? requestLock : null,
      openChannel,
      pollCounts,
      isHidden: () => isTabHidden,
      listen: (type, listener, signal) => page.addEventListener(type, listener, { signal }),
    }
    return {
      browser,
      fire: (type: string) => page.dispatchEvent(new Event(type)),
      setHidden(isHidden: boolean) {
        isTabHidden = isHidden
        page.dispatchEvent(new Event('visibilitychange'))
      },
    }
  }
  return { server, openTab, ...streams }
}

function aServer() {
  const sources: FakeSource[] = []
  const toQuery = ({ url }: FakeSource) => url.replace('/answer/api/v1/live?', '')
  const findOpen = () => sources.findLast(({ isOpen }) => isOpen) as EventSource | undefined
  return {
    openSource(url: string): LiveSource {
      const source: FakeSource = {
        url,
        isOpen: true,
        onmessage: null,
        onerror: null,
        close: () => void (source.isOpen = false),
      }
      sources.push(source)
      return source
    },
    /** The queries of all streams so far, and of the open ones. */
    urls: () => sources.map(toQuery),
    openUrls: () => sources.filter(({ isOpen }) => isOpen).map(toQuery),
    send(codes: string[], lastEventId: string) {
      const data = JSON.stringify(codes)
      findOpen()?.onmessage?.(new MessageEvent('message', { data, lastEventId }))
    },
    failStream: () => void findOpen()?.onerror?.(new Event('error')),
  }
}

/** Grants locks in the order of the requests. */
function createLocks(): NonNullable<LiveBrowser['requestLock']> {
  const waiting: { name: string; whileHeld: () => Promise<void> }[] = []
  const held = new Set<string>()

  function grantNext(name: string) {
    const next = waiting.find((request) => request.name === name)
    if (next === undefined || held.has(name)) return
    waiting.splice(waiting.indexOf(next), 1)
    held.add(name)
    void next.whileHeld().then(() => {
      held.delete(name)
      grantNext(name)
    })
  }

  return (name, signal, whileHeld) => {
    const request = { name, whileHeld }
    waiting.push(request)
    signal.addEventListener('abort', () => {
      if (waiting.includes(request)) waiting.splice(waiting.indexOf(request), 1)
    })
    grantNext(name)
  }
}

function createChannels() {
  const channels = new Set<FakeChannel>()
  return (name: string): LiveChannel => {
    const channel: FakeChannel = {
      name,
      onmessage: null,
      close: () => void channels.delete(channel),
      postMessage(data: unknown) {
        for (const other of channels) {
          if (other === channel || other.name !== name) continue
          other.onmessage?.call(other as BroadcastChannel, new MessageEvent('message', { data }))
        }
      },
    }
    channels.add(channel)
    return channel
  }
}

/** Replaces `EventSource`, for tests of components. */
export function stubEventSource() {
  const server = aServer()
  // A function that returns an object can be called with `new`.
  vi.stubGlobal('EventSource', function openSource(url: string) {
    return server.openSource(url)
  })
  return {
    urls: server.urls,
    /** Waits until the stream is open. */
    async send(codes: string[]) {
      await expect.poll(() => server.openUrls().length).toBe(1)
      act(() => server.send(codes, '1'))
    },
  }
}
