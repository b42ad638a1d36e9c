import {
  getMaintenance,
  type MaintenanceRun,
  startMaintenance,
} from '@stoa/contract/features/health'
import type { ResponseOf } from '@stoa/contract/endpoint'
import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '../../../kernel/api.ts'
import { useMutation } from '../../../kernel/use-mutation.ts'

const pollMs = 1000

type Maintenance = ResponseOf<typeof getMaintenance>
type Start = Pick<MaintenanceRun, 'kind' | 'repairs'>

/** The last runs, with their progress while they run. */
export function useMaintenance(loaded: Maintenance) {
  const { maintenance, isLost } = useProgress(loaded)
  const start = useMutation({
    send: (call, input: Start) => call(startMaintenance, input),
    revalidates: true,
  })
  return { maintenance, isLost, start }
}

const isRunning = ({ doctor, search_rebuild: rebuild }: Maintenance) =>
  doctor?.state === 'running' || rebuild?.state === 'running'

/** Asks every second, and loads the page again at the end, for the checks. */
function useProgress(loaded: Maintenance) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [polled, setPolled] = useState<{ source: Maintenance; value: Maintenance } | null>(null)
  const [isLost, setIsLost] = useState(false)
  const maintenance = polled?.source === loaded ? polled.value : loaded
  const runs = isRunning(maintenance)
  const poll = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const value = await api.call(getMaintenance, {}, { signal })
      if (signal.aborted) return
      setIsLost(false)
      setPolled({ source: loaded, value })
      if (!isRunning(value)) await revalidate()
    } catch {
      if (!signal.aborted) setIsLost(true)
    }
  })
  useEffect(() => {
    if (!runs) return
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
  }, [runs])
  return { maintenance, isLost: isLost && runs }
}
