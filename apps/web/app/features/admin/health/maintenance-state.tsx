import type { MaintenanceRun } from '@stoa/contract/features/health'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'

type MaintenanceStateProps = { run: MaintenanceRun | null; isLost: boolean }

/** The progress of a run, or how the last one ended. */
export function MaintenanceState({ run, isLost }: MaintenanceStateProps) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  if (run === null) return <p className="text-sm text-ink-3">{t('health.never_run')}</p>
  if (run.state === 'running') return <RunProgress run={run} isLost={isLost} />
  const tone = run.state === 'done' ? (isClean(run) ? 'ok' : 'warn') : 'bad'
  return (
    <div role="status" className="grid gap-1 text-sm">
      <StatusLabel tone={tone}>
        {run.state === 'done'
          ? t(`health.${run.kind}.done`, { count: run.findings.length, posts: run.done })
          : t(`health.run.${run.state}`)}
      </StatusLabel>
      <p className="text-ink-3">
        {t('health.run_by', { time: dateTime(run.ended_at), name: run.user_info.display_name })}
      </p>
    </div>
  )
}

function isClean({ findings }: MaintenanceRun) {
  return findings.every(({ is_fixed: isFixed }) => isFixed)
}

function RunProgress({ run, isLost }: { run: MaintenanceRun; isLost: boolean }) {
  const t = useTranslate()
  const { number } = useFormats()
  const share = run.total === 0 ? 0 : Math.min(run.done / run.total, 1)
  const text =
    run.total === 0
      ? t('health.run.waiting')
      : t(`health.${run.kind}.progress`, { done: number(run.done), total: number(run.total) })
  return (
    <div className="grid gap-1.5 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <b className="numeral">{text}</b>
        <bdi className="break-words text-ink-3">{run.step}</bdi>
      </p>
      <Progress label={text} {...(run.total > 0 && { value: share })} />
      {/* Every tenth, so that a screen reader is not interrupted all the time. */}
      <p role="status" className="sr-only">
        {t('bulk.percent', { percent: Math.floor(share * 10) * 10 })}
      </p>
      {run.is_stalled && <p className="text-warn">{t('health.run.stalled')}</p>}
      {isLost && <p className="text-bad">{t('waves.connection_lost')}</p>}
    </div>
  )
}
