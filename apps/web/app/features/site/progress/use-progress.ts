import type { Client } from '@stoa/contract/client'
import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '../../../kernel/api.ts'

const delays = { firstMs: 1000, maxMs: 10_000 }

type ProgressOptions<Progress> = {
  /** Loader data. A new object replaces what was polled. */
  loaded: Progress
  isRunning: (progress: Progress) => boolean
  load: (call: Client['call']) => Promise<Progress>
}

/**
 * Polls the progress of a job while it runs and the page is visible, less often while nothing changes or the server cannot
 * be reached. Loads the page again when the job has ended.
 */
export function useProgress<Progress>({ loaded, isRunning, load }: ProgressOptions<Progress>) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [polled, setPolled] = useState({ source: loaded, progress: loaded })
  const [isLost, setIsLost] = useState(false)
  const progress = polled.source === loaded ? polled.progress : loaded
  const runs = isRunning(progress)

  /** Whether the job has advanced. */
  const poll = useEffectEvent(async (signal: AbortSignal): Promise<boolean> => {
    try {
      const next = await load((endpoint, input) => api.call(endpoint, input, { signal }))
      if (signal.aborted) return false
      setIsLost(false)
      setPolled({ source: loaded, progress: next })
      if (!isRunning(next)) await revalidate()
      return JSON.stringify(next) !== JSON.stringify(progress)
    } catch {
      if (!signal.aborted) setIsLost(true)
      return false
    }
  })
  useEffect(() => (runs ? repeatWhileVisible(poll) : undefined), [runs, loaded])
  return { progress, isLost: isLost && runs }
}

/** Returns how to stop. */
function repeatWhileVisible(poll: (signal: AbortSignal) => Promise<boolean>) {
  const controller = new AbortController()
  const { signal } = controller
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPolling = false
  let delayMs = delays.firstMs

  const schedule = () => {
    clearTimeout(timer)
    if (!signal.aborted && !document.hidden) timer = setTimeout(() => void run(), delayMs)
  }
  async function run() {
    isPolling = true
    const hasAdvanced = await poll(signal)
    isPolling = false
    delayMs = hasAdvanced ? delays.firstMs : Math.min(delayMs * 2, delays.maxMs)
    schedule()
  }
  const onVisibilityChange = () => {
    delayMs = delays.firstMs
    if (!isPolling) schedule()
  }

  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  schedule()
  return () => {
    controller.abort()
    clearTimeout(timer)
  }
}
