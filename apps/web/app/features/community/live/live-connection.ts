import { currentBrowser, type LiveBrowser } from './live-browser.ts'
import { toChanges, type LiveChanges, writing } from './live-changes.ts'
import type { Topics } from './live-stream.ts'
import { combine, joinTabs } from './live-tabs.ts'

type Follower = Topics & {
  onChange: (changes: LiveChanges) => void
  /** The user asked a question in another tab. */
  onAsked?: (id: string) => void
}

type ConnectionState = {
  userId: string
  browser: LiveBrowser
  followers: Set<Follower>
  /** Null while the connection is paused. */
  tabs: ReturnType<typeof joinTabs> | null
  /** Codes that are not delivered yet, because the page is hidden. */
  pending: Set<string>
  closing: AbortController
  hiddenTimer?: ReturnType<typeof setTimeout>
}

const connections = new Map<string, ReturnType<typeof openConnection>>()

const maxHiddenMs = 5 * 60_000
/** All browsers learn at the same time that anything may have changed. */
const maxDelayMs = 5000
const maxPendingCodes = 200
/** By then the stream is open. What changed before, since the page was loaded, is not missed. */
const firstCheckMs = 1000

/** Follows changes for the user of this page. Returns a function that stops it. */
export function follow(userId: string, follower: Follower): () => void {
  const connection = connections.get(userId) ?? openConnection(userId, currentBrowser())
  connections.set(userId, connection)
  connection.add(follower)
  return () => {
    connection.remove(follower)
    if (connection.isUnused()) connections.delete(userId)
  }
}

/** Tells the other tabs of the user that they asked this question, so that it is not new to them. */
export function sendAsked(userId: string, questionId: string) {
  connections.get(userId)?.sendAsked(questionId)
}

/** The connection of one tab. It pauses while the page is hidden for long or in the back/forward cache. */
export function openConnection(userId: string, browser: LiveBrowser) {
  const closing = new AbortController()
  const { signal } = closing
  const followers = new Set<Follower>()
  const state: ConnectionState = {
    userId,
    browser,
    followers,
    tabs: null,
    pending: new Set(),
    closing,
  }
  browser.listen('visibilitychange', () => handleVisibility(state), signal)
  browser.listen('pagehide', () => pause(state), signal)
  browser.listen('pageshow', () => resume(state), signal)
  // Requests that followed the last messages may have failed.
  browser.listen('online', () => receive(state, ['*']), signal)
  closeForOtherUsers(state)
  return {
    add(follower: Follower) {
      followers.add(follower)
      if (signal.aborted) return
      if (state.tabs === null) start(state)
      else state.tabs.setTopics(combine([...followers]))
    },
    remove(follower: Follower) {
      followers.delete(follower)
      if (followers.size === 0) close(state)
      else state.tabs?.setTopics(combine([...followers]))
    },
    isUnused: () => followers.size === 0,
    sendAsked: (id: string) => state.tabs?.sendAsked(id),
  }
}

function start(state: ConnectionState) {
  const { browser, userId, followers } = state
  state.tabs = joinTabs({
    browser,
    userId,
    onCodes: (codes) => receive(state, codes),
    onAsked: (id) => followers.forEach((follower) => follower.onAsked?.(id)),
    onEnd: () => close(state),
  })
  state.tabs.setTopics(combine([...followers]))
  setTimeout(() => add(state, ['*']), firstCheckMs)
}

function pause(state: ConnectionState) {
  state.tabs?.leave()
  state.tabs = null
}

function close(state: ConnectionState) {
  clearTimeout(state.hiddenTimer)
  state.closing.abort()
  pause(state)
}

function handleVisibility(state: ConnectionState) {
  clearTimeout(state.hiddenTimer)
  if (!state.browser.isHidden()) return resume(state)
  state.hiddenTimer = setTimeout(() => pause(state), maxHiddenMs)
}

function resume(state: ConnectionState) {
  if (state.browser.isHidden()) return
  if (state.tabs === null) start(state)
  else deliver(state)
}

function receive(state: ConnectionState, codes: readonly string[]) {
  if (!codes.includes('*')) return add(state, codes)
  setTimeout(() => add(state, codes), Math.random() * maxDelayMs)
}

function add(state: ConnectionState, codes: readonly string[]) {
  const { pending, closing } = state
  if (closing.signal.aborted) return
  // Soon over: not worth keeping for later.
  const isLasting = (code: string) => !code.startsWith(writing)
  for (const code of state.browser.isHidden() ? codes.filter(isLasting) : codes) pending.add(code)
  if (pending.size > maxPendingCodes) {
    pending.clear()
    pending.add('*')
  }
  if (!state.browser.isHidden()) deliver(state)
}

function deliver({ pending, followers }: ConnectionState) {
  const codes = [...pending]
  pending.clear()
  for (const follower of followers) {
    const changes = toChanges(codes, follower)
    if (changes !== null) follower.onChange(changes)
  }
}

/** The stream would be the one of somebody who has logged in in another tab. */
function closeForOtherUsers(state: ConnectionState) {
  const { userId, browser, closing } = state
  const channel = browser.openChannel?.('stoa.session')
  if (channel === undefined) return
  channel.onmessage = ({ data }: MessageEvent<string>) => {
    if (data !== userId) close(state)
  }
  channel.postMessage(userId)
  closing.signal.addEventListener('abort', () => channel.close())
}
