import {
  blockWaveHost,
  blockWaveNetworks,
  dismissWave,
  getWaveProgress,
  removeWave,
  restoreWave,
  stopWave,
  type WaveDetail,
  type WaveProgress,
} from '@stoa/contract/features/waves'
import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '../../../kernel/api.ts'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { useToast } from '../../../ui/toast.tsx'

export type WaveChange = 'remove' | 'stop' | 'restore' | 'dismiss' | 'block_link' | 'block_networks'

const pollMs = 1000

/** Whether a job works on the wave. */
export function isRunning({ state, done, total, is_stopped: isStopped }: WaveProgress) {
  if (state === 'dismissed') return done < total && !isStopped
  return state === 'removing' || state === 'restoring'
}

/** What staff do with a wave, and the progress of its job. */
export function useWave(wave: WaveDetail) {
  const t = useTranslate()
  const toast = useToast()
  const { progress, isLost } = useProgress(wave)
  const { id, main_networks: networks } = wave
  const host = wave.hosts[0]?.name ?? ''
  // The progress says the rest.
  const toasts: Partial<Record<WaveChange, string>> = {
    block_link: t('waves.link_blocked'),
    block_networks: t('waves.networks_blocked'),
    dismiss: t('waves.dismissed_toast'),
  }
  const { run, isSending } = useMutation<WaveChange>({
    send: async (call, change) => {
      if (change === 'remove') return await call(removeWave, { id })
      if (change === 'stop') return await call(stopWave, { id })
      if (change === 'restore') return await call(restoreWave, { id })
      if (change === 'dismiss') return await call(dismissWave, { id })
      if (change === 'block_link') return await call(blockWaveHost, { id, host })
      return await call(blockWaveNetworks, { id, networks })
    },
    revalidates: true,
    onSuccess: (_, change) => {
      const text = toasts[change]
      if (text !== undefined) toast({ text, tone: 'ok' })
    },
  })
  return { progress, isLost, run, isSending }
}

/** Asks for the progress while a job works, and loads the page again when it has ended. */
function useProgress({ id, progress: loaded }: WaveDetail) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [polled, setPolled] = useState<{ source: WaveProgress; progress: WaveProgress } | null>(
    null,
  )
  const [isLost, setIsLost] = useState(false)
  const progress = polled?.source === loaded ? polled.progress : loaded
  const running = isRunning(progress)
  const poll = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const next = await api.call(getWaveProgress, { id }, { signal })
      if (signal.aborted) return
      setIsLost(false)
      setPolled({ source: loaded, progress: next })
      if (!isRunning(next)) await revalidate()
    } catch {
      if (!signal.aborted) setIsLost(true)
    }
  })
  useEffect(() => {
    if (!running) return
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
  }, [running])
  return { progress, isLost: isLost && running }
}
