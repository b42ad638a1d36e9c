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

/** Reports changes of the counts while the stream cannot be opened. */
export function createPolling(options: PollingOptions) {
  const { browser, onCounts, onEnd, onRecovery, isWatched } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let hasFailed = false
  let lastCounts: string | null = null

  async function poll() {
    try {
      const counts = await browser.pollCounts()
      if (!isRunning) return
      if (counts === null) return onEnd()
      if (counts !== lastCounts) onCounts()
      lastCounts = counts
      if (hasFailed) onRecovery()
      hasFailed = false
    } catch {
      // The next poll tries again.
      hasFailed = true
    }
  }

  async function run() {
    if (isWatched()) await poll()
    if (isRunning) timer = setTimeout(() => void run(), pollMs)
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
