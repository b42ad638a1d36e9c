import type { WaveDetail } from '@stoa/contract/features/waves'
import { useState } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { PageMeta } from '../../../kernel/page-meta.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { Button } from '../../../ui/button.tsx'
import { PageHead } from '../../../ui/section.tsx'
import { isRunning, useWave } from './use-wave.ts'
import { WaveBar, WaveConfirm } from './wave-bar.tsx'
import { WaveChart } from './wave-chart.tsx'
import { WaveFigures, WaveLead } from './wave-figures.tsx'
import { wavesPath } from './wave-paths.ts'
import { RemovedPanel, RunningPanel } from './wave-progress.tsx'
import { WaveLeftOut, WaveReasons, WaveSignals } from './wave-reasons.tsx'
import { WaveSamples } from './wave-samples.tsx'
import { WaveStateLabel } from './wave-state.tsx'

export function WavePage({ wave }: { wave: WaveDetail }) {
  const t = useTranslate()
  const { date } = useFormats()
  const { progress, isLost, run, isSending } = useWave(wave)
  const [isAsking, setIsAsking] = useState(false)
  const panel = { wave, progress, isSending, onChange: run }
  const canDecide = progress.state === 'open' || progress.state === 'dismissed'
  const key = wave.hosts.length > 0 ? 'waves.heading_link' : 'waves.heading_text'
  const title = t(key, { count: wave.account_count })
  const hasRemoved = progress.removed_posts + progress.suspended_accounts > 0
  return (
    <>
      <PageMeta title={title} noIndex />
      <Breadcrumb
        label={t('waves.breadcrumb')}
        items={[
          { label: t('review.title'), href: '/review' },
          { label: t('waves.title'), href: wavesPath },
          { label: date(wave.created_at) },
        ]}
      />
      <PageHead
        title={title}
        note={<WaveStateLabel state={progress.state} />}
        end={
          progress.state === 'open' &&
          progress.undo_until === 0 && (
            <Button variant="ghost" size="sm" onClick={() => setIsAsking(true)}>
              {t('waves.not_spam')}
            </Button>
          )
        }
      />
      <div className="mt-2 mb-5">
        <WaveLead wave={wave} />
      </div>
      <WaveFigures wave={wave} />
      <div className="mt-6 grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-6">
          <WaveChart wave={wave} />
          <WaveSamples wave={wave} />
        </div>
        <div className="grid min-w-0 gap-6">
          <WaveReasons wave={wave} />
          <WaveSignals wave={wave} />
          <WaveLeftOut wave={wave} />
        </div>
      </div>
      <div data-bottom-bar="" className="sticky bottom-0 z-bar bg-paper">
        {isRunning(progress) && <RunningPanel {...panel} isLost={isLost} />}
        {!isRunning(progress) && hasRemoved && <RemovedPanel {...panel} />}
        {canDecide && !isRunning(progress) && (
          <WaveBar wave={wave} isSending={isSending} onChange={run} />
        )}
      </div>
      <WaveConfirm
        wave={wave}
        asked={isAsking ? 'dismiss' : null}
        isSending={isSending}
        onClose={() => setIsAsking(false)}
        onConfirm={run}
      />
    </>
  )
}
