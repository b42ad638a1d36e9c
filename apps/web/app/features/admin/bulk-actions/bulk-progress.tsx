import type { BulkAction } from '@stoa/contract/features/bulk-actions'
import { Check, Square, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { bulkActionPath } from './bulk-paths.ts'
import type { useBulkAction } from './use-bulk-action.ts'

type BulkProgressProps = ReturnType<typeof useBulkAction>

export function BulkProgress({ bulk, isLost, stop, undo }: BulkProgressProps) {
  const t = useTranslate()
  const { number } = useFormats()
  const [isAsking, setIsAsking] = useState(false)
  const settled = bulk.done + bulk.unchanged + bulk.rejected
  const share = settled / bulk.total
  const isRunning = bulk.state === 'running'
  const text = t(`bulk.progress.${bulk.state}`, {
    done: number(settled),
    total: number(bulk.total),
  })
  return (
    <div
      className={classNames(
        'mt-4 grid gap-2.5 rounded-e-md border-s-2 bg-wash px-4 py-3.5 text-md',
        { running: 'border-accent-ink', done: 'border-ok', stopped: 'border-warn' }[bulk.state],
      )}
    >
      <div className="flex min-h-control flex-wrap items-center justify-between gap-3">
        <p className="flex items-center gap-2">
          {bulk.state === 'done' && (
            <Check className="icon stroke-[2.5] text-ok" aria-hidden="true" />
          )}
          <b className="numeral">{text}</b>
        </p>
        <BulkButtons bulk={bulk} stop={stop} onUndo={() => setIsAsking(true)} />
      </div>
      {isRunning && <Progress label={text} value={share} />}
      {/* Every tenth, so that a screen reader is not interrupted all the time. */}
      <p role="status" className="sr-only">
        {isRunning ? t('bulk.percent', { percent: Math.floor(share * 10) * 10 }) : text}
      </p>
      <BulkFigures bulk={bulk} />
      {isLost && <p className="text-sm text-bad">{t('waves.connection_lost')}</p>}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('bulk.undo_title')}
        description={t('bulk.undo_text', { count: bulk.done })}
        confirmLabel={t('bulk.undo')}
        cancelLabel={t('moderate.cancel')}
        loading={undo.isSending}
        onConfirm={() => void undo.run().then(() => setIsAsking(false))}
      />
    </div>
  )
}

type BulkButtonsProps = Pick<BulkProgressProps, 'bulk' | 'stop'> & { onUndo: () => void }

function BulkButtons({ bulk, stop, onUndo }: BulkButtonsProps) {
  const t = useTranslate()
  if (bulk.state === 'running')
    return (
      <Button
        size="sm"
        loading={stop.isSending}
        icon={<Square className="icon" aria-hidden="true" />}
        onClick={() => void stop.run()}
      >
        {t('bulk.stop')}
      </Button>
    )
  if (bulk.can_undo)
    return (
      <Button
        size="sm"
        icon={<Undo2 className="icon rtl:-scale-x-100" aria-hidden="true" />}
        onClick={onUndo}
      >
        {t('bulk.undo')}
      </Button>
    )
  const other = bulk.undone_by_id === '' ? bulk.undoes_id : bulk.undone_by_id
  if (other === '') return null
  return (
    <ButtonLink size="sm" href={bulkActionPath(other)}>
      {t(bulk.undone_by_id === '' ? 'bulk.show_original' : 'bulk.show_undo')}
    </ButtonLink>
  )
}

function BulkFigures({ bulk }: { bulk: BulkAction }) {
  const t = useTranslate()
  const { number } = useFormats()
  const figures = [
    ['bulk.changed', bulk.done],
    ['bulk.unchanged', bulk.unchanged],
    ['bulk.rejected', bulk.rejected],
  ] as const
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {figures.map(([key, value]) => (
        <div key={key} className="flex gap-1.5">
          <dt className="text-ink-3">{t(key)}</dt>
          <dd className="numeral font-semibold">{number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
