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
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useProgress } from '../../site/progress/use-progress.ts'

export type WaveChange = 'remove' | 'stop' | 'restore' | 'dismiss' | 'block_link' | 'block_networks'

/** Whether a job works on the wave. */
export function isRunning({ state, done, total, is_stopped: isStopped }: WaveProgress) {
  if (state === 'dismissed') return done < total && !isStopped
  return state === 'removing' || state === 'restoring'
}

/** What staff do with a wave, and the progress of its job. */
export function useWave(wave: WaveDetail) {
  const t = useTranslate()
  const toast = useToast()
  const { id, main_networks: networks } = wave
  const { progress, isLost } = useProgress({
    loaded: wave.progress,
    isRunning,
    load: (call) => call(getWaveProgress, { id }),
  })
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
