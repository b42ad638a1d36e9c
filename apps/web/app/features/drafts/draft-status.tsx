import { formatRelative } from '@stoa/locales/format'
import { useEffect, useState } from 'react'
import { useTranslate } from '../../kernel/visit-context.tsx'
import type { DraftState } from './draft-keeper.ts'

const tickMs = 20_000

/** What became of the draft, in one line. Only what is wrong interrupts. */
export function DraftStatus({ state }: { state: DraftState }) {
  const t = useTranslate()
  const now = useNow(state.is === 'saved' ? state.at : 0)
  if (state.is === 'here') {
    return (
      <span role="status" className="text-warn">
        {t(`draft.here.${state.because}`)}
      </span>
    )
  }
  if (state.is === 'waiting') return <span>{t('draft.waiting')}</span>
  if (state.is !== 'saved') return null
  return <span>{t('draft.saved', { time: formatRelative(state.at, now, t.tag) })}</span>
}

/** The time, as it goes on; never before what it is compared with. */
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
