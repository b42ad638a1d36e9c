import {
  type BulkAction,
  getBulkAction,
  stopBulkAction,
  undoBulkAction,
} from '@stoa/contract/features/bulk-actions'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { useApi } from '../../../kernel/api.ts'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { bulkActionPath } from './bulk-paths.ts'

const pollMs = 1000

/** The progress of a bulk action while it runs, and what can be done with it. */
export function useBulkAction(loaded: BulkAction) {
  const navigate = useNavigate()
  const { id } = loaded
  const { bulk, isLost } = useProgress(loaded)
  const stop = useMutation({
    send: (call) => call(stopBulkAction, { id }),
    revalidates: true,
  })
  const undo = useMutation({
    send: (call) => call(undoBulkAction, { id }),
    onSuccess: async (started) => await navigate(bulkActionPath(started.id)),
  })
  return { bulk, isLost, stop, undo }
}

/** Asks every second, and loads the page again at the end, for the report. */
function useProgress(loaded: BulkAction) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [polled, setPolled] = useState<{ source: BulkAction; bulk: BulkAction } | null>(null)
  const [isLost, setIsLost] = useState(false)
  const bulk = polled?.source === loaded ? polled.bulk : loaded
  const isRunning = bulk.state === 'running'
  const { id } = loaded
  const poll = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const next = await api.call(getBulkAction, { id }, { signal })
      if (signal.aborted) return
      setIsLost(false)
      setPolled({ source: loaded, bulk: next })
      if (next.state !== 'running') await revalidate()
    } catch {
      if (!signal.aborted) setIsLost(true)
    }
  })
  useEffect(() => {
    if (!isRunning) return
    const controller = new AbortController()
    let timer = setTimeout(() => void tick(), pollMs)
    async function tick() {
      await poll(controller.signal)
      if (!controller.signal.aborted) timer = setTimeout(() => void tick(), pollMs)
    }
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [isRunning, id])
  return { bulk, isLost: isLost && isRunning }
}
