import { livePath } from '@stoa/contract/features/live'
import type { LiveBrowser, LiveSource } from './live-browser.ts'
import { createPolling } from './live-polling.ts'

/** What the stream reports besides the counts of the user: questions by their long ids, and new ones. */
export type Topics = { questions: readonly string[]; lists: boolean }

type StreamOptions = {
  browser: LiveBrowser
  /** The id of the last message, to resume after it. */
  after: string | null
  /** The id is null while polling. */
  onMessage: (codes: string[], id: string | null) => void
  /** The session has ended. */
  onEnd: () => void
  /** Whether a tab is visible. */
  isWatched: () => boolean
}

type StreamState = StreamOptions & {
  topics: Topics | null
  source: LiveSource | null
  failures: number
  closing: AbortController
  polling: ReturnType<typeof createPolling>
  retryTimer?: ReturnType<typeof setTimeout>
}

export type LiveStream = ReturnType<typeof openStream>

const backoff = { firstMs: 1000, maxMs: 30_000 }
const failuresBeforePolling = 3
/** How often the stream is tried again while polling. */
const retryMs = 60_000

/** The stream of server-sent events. Polls the counts while it cannot be opened. */
export function openStream(options: StreamOptions) {
  const polling = createPolling({
    ...options,
    onCounts: () => options.onMessage(['n'], null),
    onRecovery: () => connect(state),
  })
  const closing = new AbortController()
  const state: StreamState = {
    ...options,
    polling,
    closing,
    topics: null,
    source: null,
    failures: 0,
  }
  options.browser.listen('online', () => connect(state), closing.signal)
  return {
    setTopics(next: Topics) {
      // A stream with more topics stays open: another one costs more than some messages. Hidden tabs have to leave questions.
      const isHidden = next.questions.length === 0 && !state.isWatched()
      const followsQuestions = state.topics !== null && state.topics.questions.length > 0
      if (state.topics !== null && includes(state.topics, next) && !(isHidden && followsQuestions))
        return
      state.topics = next
      connect(state)
    },
    close() {
      closing.abort()
      clearTimeout(state.retryTimer)
      polling.stop()
      state.source?.close()
      state.source = null
    },
  }
}

const includes = (topics: Topics, { questions, lists }: Topics) =>
  (topics.lists || !lists) && questions.every((id) => topics.questions.includes(id))

function connect(state: StreamState) {
  clearTimeout(state.retryTimer)
  const { openSource } = state.browser
  if (state.topics === null || state.closing.signal.aborted) return
  if (openSource === null) return state.polling.start()
  const previous = state.source
  const source = openSource(toUrl(state.topics, state.after))
  state.source = source
  // The new one resumes after the last message, so that none is lost in between.
  previous?.close()
  source.onmessage = ({ data, lastEventId }: MessageEvent<string>) => {
    state.failures = 0
    state.polling.stop()
    state.after = lastEventId
    state.onMessage(JSON.parse(data) as string[], lastEventId)
  }
  source.onerror = () => {
    if (state.source === source) retryLater(state)
  }
}

/** The browser would retry by itself, but at the same time as all others. */
function retryLater(state: StreamState) {
  state.source?.close()
  state.source = null
  state.failures++
  const isPolling = state.failures >= failuresBeforePolling
  if (isPolling) state.polling.start()
  const backoffMs = Math.min(backoff.firstMs * 2 ** (state.failures - 1), backoff.maxMs)
  const jitter = 0.5 + Math.random()
  state.retryTimer = setTimeout(() => connect(state), (isPolling ? retryMs : backoffMs) * jitter)
}

function toUrl({ questions, lists }: Topics, after: string | null): string {
  const query = new URLSearchParams()
  if (questions.length > 0) query.set('questions', questions.join(','))
  if (lists) query.set('lists', 'true')
  if (after !== null) query.set('after', after)
  return `${livePath}?${query.toString()}`
}
