import { createRandomKey } from '../../../kernel/api.ts'
import type { LiveBrowser, LiveChannel } from './live-browser.ts'
import { openStream, type LiveStream, type Topics } from './live-stream.ts'

type TabInfo = Topics & { isVisible: boolean }

type TabMessage =
  | { type: 'tab'; tab: string; info: TabInfo }
  | { type: 'left'; tab: string }
  | { type: 'codes'; codes: string[]; id: string | null }
  | { type: 'asked'; id: string }

type TabsOptions = {
  browser: LiveBrowser
  userId: string
  onCodes: (codes: string[]) => void
  /** The user asked a question in another tab. */
  onAsked: (id: string) => void
  /** The session has ended. */
  onEnd: () => void
}

type TabsState = TabsOptions & {
  tab: string
  /** Null without locks. */
  channel: LiveChannel | null
  own: Topics | null
  /** The tabs that were opened later. Locks are granted in this order, so a leader knows all tabs. */
  others: Map<string, TabInfo>
  /** Only in the leader. */
  stream: LiveStream | null
  lastId: string | null
  leaving: AbortController
  timer?: ReturnType<typeof setTimeout>
}

const maxQuestions = 50
/** Within this time the parts of a page say what they follow. */
const settleMs = 250

/**
 * Shares one stream between the tabs of a user. The tab that holds the lock has the stream and passes on its messages.
 * Without locks, which need a secure context, each tab has its own stream.
 */
export function joinTabs(options: TabsOptions) {
  const { browser, userId } = options
  const { requestLock, openChannel } = browser
  const name = `stoa.live.${userId}`
  const state: TabsState = {
    ...options,
    tab: createRandomKey(),
    channel: requestLock === null ? null : (openChannel?.(name) ?? null),
    own: null,
    others: new Map(),
    stream: null,
    lastId: null,
    leaving: new AbortController(),
  }
  const { channel, leaving } = state
  browser.listen('visibilitychange', () => handleVisibility(state), leaving.signal)
  if (channel === null || requestLock === null) lead(state)
  else {
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => receive(state, data)
    requestLock(name, leaving.signal, () => leadUntilLeaving(state))
  }
  return {
    setTopics(topics: Topics) {
      state.own = topics
      sendInfo(state)
      update(state)
    },
    /** Tells the other tabs that the user asked this question. */
    sendAsked: (id: string) => send(state, { type: 'asked', id }),
    leave() {
      clearTimeout(state.timer)
      send(state, { type: 'left', tab: state.tab })
      state.stream?.close()
      leaving.abort()
      channel?.close()
    },
  }
}

const send = ({ channel }: TabsState, message: TabMessage) => channel?.postMessage(message)

function sendInfo(state: TabsState) {
  const info = ownInfo(state)
  if (info !== null) send(state, { type: 'tab', tab: state.tab, info })
}

function ownInfo({ own, browser }: TabsState): TabInfo | null {
  return own === null ? null : { ...own, isVisible: !browser.isHidden() }
}

function handleVisibility(state: TabsState) {
  sendInfo(state)
  update(state)
}

function leadUntilLeaving(state: TabsState): Promise<void> {
  lead(state)
  return new Promise((resolve) => {
    if (state.leaving.signal.aborted) resolve()
    state.leaving.signal.addEventListener('abort', () => resolve())
  })
}

function lead(state: TabsState) {
  const { browser, others, onCodes, onEnd } = state
  if (state.leaving.signal.aborted) return
  state.stream = openStream({
    browser,
    after: state.lastId,
    onMessage(codes, id) {
      send(state, { type: 'codes', codes, id })
      if (codes.length > 0) onCodes(codes)
    },
    onEnd,
    isWatched: () => !browser.isHidden() || [...others.values()].some((tab) => tab.isVisible),
  })
  update(state)
}

function update(state: TabsState) {
  clearTimeout(state.timer)
  state.timer = setTimeout(() => {
    const own = ownInfo(state)
    if (own === null) return
    const tabs = [own, ...state.others.values()]
    // Nobody reads the questions of hidden tabs, so the server sends push messages about them.
    const isWatched = tabs.some(({ isVisible }) => isVisible)
    const { questions, lists } = combine(tabs)
    state.stream?.setTopics({ questions: isWatched ? questions : [], lists })
  }, settleMs)
}

function receive(state: TabsState, message: TabMessage) {
  const { others } = state
  if (message.type === 'asked') return state.onAsked(message.id)
  if (message.type === 'codes') {
    state.lastId = message.id ?? state.lastId
    if (message.codes.length > 0) state.onCodes(message.codes)
    return
  }
  if (message.type === 'left') others.delete(message.tab)
  else others.set(message.tab, message.info)
  update(state)
}

/** All topics in one; the first ones count if there are too many questions. */
export function combine(all: readonly Topics[]): Topics {
  const questions = new Set(all.flatMap((topics) => topics.questions))
  return {
    questions: [...questions].slice(0, maxQuestions),
    lists: all.some(({ lists }) => lists),
  }
}
