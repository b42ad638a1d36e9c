import { formatRelative } from '@stoa/locales/format'
import { useEffect, useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import type { DraftState } from './draft-autosave.ts'

const tickMs = 20_000

/** Only a failure is announced to screen readers. */
export function DraftStatus({ state }: { state: DraftState }) {
  const t = useTranslate()
  const now = useNow(state.status === 'saved' ? state.at : 0)
  if (state.status === 'local_only') {
    return (
      <span role="status" className="text-warn">
        {t(`draft.local.${state.reason}`)}
      </span>
    )
  }
  if (state.status === 'waiting') return <span>{t('draft.saving')}</span>
  if (state.status !== 'saved') return null
  return <span>{t('draft.saved', { time: formatRelative(state.at, now, t.tag) })}</span>
}

/** The current time, updated periodically; never before `at`, even if the clocks differ. */
function useNow(at: number): number {
  const [now, setNow] = useState(at)
  useEffect(() => {
    const tick = () => setNow(Math.floor(Date.now() / 1000))
    tick()
    const timer = setInterval(tick, tickMs)
    return () => clearInterval(timer)
  }, [at])
  return Math.max(now, at)
}
