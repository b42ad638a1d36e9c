import type { WaveState } from '@stoa/contract/features/waves'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'

const tones = {
  open: 'warn',
  removing: 'bad',
  removed: 'ok',
  restoring: 'warn',
  dismissed: 'plain',
} as const

export function WaveStateLabel({ state }: { state: WaveState }) {
  const t = useTranslate()
  return <StatusLabel tone={tones[state]}>{t(`waves.state.${state}`)}</StatusLabel>
}
