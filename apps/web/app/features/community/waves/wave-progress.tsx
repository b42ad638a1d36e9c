import type { WaveDetail, WaveProgress } from '@stoa/contract/features/waves'
import { Check, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Progress } from '../../../ui/progress.tsx'
import type { WaveChange } from './use-wave.ts'
import { useWaveFormats } from './use-wave-formats.ts'
import { WaveConfirm } from './wave-bar.tsx'

type PanelProps = {
  wave: WaveDetail
  progress: WaveProgress
  isSending: boolean
  onChange: (change: WaveChange) => Promise<unknown>
}

function Panel({ tone, children }: { tone: 'accent' | 'ok'; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'mt-4 grid gap-1.5 rounded-e-md border-s-2 bg-wash px-4 py-3.5 text-md',
        tone === 'ok' ? 'border-ok' : 'border-accent-ink',
      )}
    >
      {children}
    </div>
  )
}

const runningKeys = {
  removing: 'waves.removing',
  restoring: 'waves.restoring',
  dismissed: 'waves.publishing',
} as const

export function RunningPanel({
  progress,
  isLost,
  isSending,
  onChange,
}: PanelProps & { isLost: boolean }) {
  const t = useTranslate()
  const { number, date } = useFormats()
  const { duration, percent } = useWaveFormats()
  const { state, done, total, undo_until: undoUntil } = progress
  const left = useSecondsLeft(progress)
  const share = total === 0 ? 0 : done / total
  const key = runningKeys[state as keyof typeof runningKeys]
  const text = t(key, { done: number(done), total: number(total) })
  return (
    <Panel tone="accent">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p>
          <b className="numeral">{text}</b>{' '}
          {left !== null && (
            <span className="text-ink-3">{t('waves.time_left', { duration: duration(left) })}</span>
          )}
        </p>
        {state !== 'dismissed' && (
          <Button size="sm" loading={isSending} onClick={() => void onChange('stop')}>
            {t('waves.stop')}
          </Button>
        )}
      </div>
      <Progress label={text} value={share} />
      {/* Every tenth, so that a screen reader is not interrupted all the time. */}
      <p role="status" className="sr-only">
        {t('waves.progress_percent', { percent: percent(Math.floor(share * 10) / 10) })}
      </p>
      {isLost && <p className="text-sm text-bad">{t('waves.connection_lost')}</p>}
      {undoUntil > 0 && (
        <p className="text-sm text-ink-3">{t('waves.undo_until', { date: date(undoUntil) })}</p>
      )}
    </Panel>
  )
}

/** Estimated from the time since the start, once enough is done. */
function useSecondsLeft({ done, total, decided_at: startedAt }: WaveProgress) {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => setNow(Date.now() / 1000), [done])
  if (now === null || done < 10 || total - done < 10) return null
  const left = ((now - startedAt) / done) * (total - done)
  return left < 1 ? null : left
}

export function RemovedPanel({ wave, progress, isSending, onChange }: PanelProps) {
  const t = useTranslate()
  const { date } = useFormats()
  const { posts, accounts } = useWaveFormats()
  const [isAsking, setIsAsking] = useState(false)
  const isPart = progress.is_stopped || progress.state !== 'removed'
  const counts = {
    posts: posts(progress.removed_posts),
    accounts: accounts(progress.suspended_accounts),
  }
  return (
    <Panel tone="ok">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="flex items-center gap-2">
          <Check className="icon stroke-[2.5] text-ok" aria-hidden="true" />
          <b>{t(isPart ? 'waves.removed_partly' : 'waves.removed', counts)}</b>
        </p>
        {progress.undo_until > 0 && (
          <Button
            size="sm"
            icon={<Undo2 className="icon rtl:-scale-x-100" aria-hidden="true" />}
            onClick={() => setIsAsking(true)}
          >
            {t('waves.undo')}
          </Button>
        )}
      </div>
      {progress.undo_until > 0 && (
        <p className="text-sm text-ink-3">
          {t('waves.undo_until', { date: date(progress.undo_until) })}
        </p>
      )}
      <WaveConfirm
        wave={wave}
        asked={isAsking ? 'restore' : null}
        isSending={isSending}
        onClose={() => setIsAsking(false)}
        onConfirm={onChange}
      />
    </Panel>
  )
}
