import type { LiveBrowser } from './live-browser.ts'

type PollingOptions = {
  browser: LiveBrowser
  onCounts: () => void
  /** The session has ended. */
  onEnd: () => void
  /** The server answers again after failed polls. */
  onRecovery: () => void
  /** Nobody needs the counts while no tab is visible. */
  isWatched: () => boolean
}

const pollMs = 3000
/** While polls fail, such as under maintenance. */
const maxBackoffMs = 30_000

/** Reports changes of the counts while the stream cannot be opened. */
export function createPolling(options: PollingOptions) {
  const { browser, onCounts, onEnd, onRecovery, isWatched } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let failures = 0
  let lastCounts: string | null = null

  async function poll() {
    try {
      const counts = await browser.pollCounts()
      if (!isRunning) return
      if (counts === null) return onEnd()
      if (counts !== lastCounts) onCounts()
      lastCounts = counts
      if (failures > 0) onRecovery()
      failures = 0
    } catch {
      // The next poll tries again.
      failures++
    }
  }

  async function run() {
    if (isWatched()) await poll()
    // A restart of the server takes no longer than the first polls.
    const backoffMs = Math.min(pollMs * 2 ** Math.max(0, failures - 2), maxBackoffMs)
    if (isRunning) timer = setTimeout(() => void run(), backoffMs)
  }

  return {
    start() {
      if (isRunning) return
      isRunning = true
      lastCounts = null
      void run()
    },
    stop() {
      isRunning = false
      clearTimeout(timer)
    },
  }
}
