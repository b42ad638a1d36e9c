import type { MaintenanceFinding } from '@stoa/contract/features/health'
import { useState } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Section } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { MaintenanceState } from './maintenance-state.tsx'
import type { useMaintenance } from './use-maintenance.ts'

export type MaintenanceProps = ReturnType<typeof useMaintenance>

/** Starts `stoa doctor` from the page. Repairing is confirmed, because it writes to many rows. */
export function DoctorSection({ maintenance: { doctor }, isLost, start }: MaintenanceProps) {
  const t = useTranslate()
  const [isAsking, setIsAsking] = useState(false)
  const isRunning = doctor?.state === 'running' && !doctor.is_stalled
  return (
    <Section title={t('health.doctor')}>
      <div className="grid gap-3 py-2">
        <p className="max-w-measure text-md text-ink-2">{t('health.doctor_about')}</p>
        <MaintenanceState run={doctor} isLost={isLost} />
        {!isRunning && (
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              loading={start.isSending}
              onClick={() => void start.run({ kind: 'doctor', repairs: false })}
            >
              {t('health.doctor_check')}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setIsAsking(true)}>
              {t('health.doctor_repair')}
            </Button>
          </div>
        )}
        {doctor !== null && doctor.findings.length > 0 && <Findings list={doctor.findings} />}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={t('health.repair_title')}
        description={t('health.repair_text')}
        confirmLabel={t('health.doctor_repair')}
        cancelLabel={t('health.cancel')}
        loading={start.isSending}
        onConfirm={() =>
          void start.run({ kind: 'doctor', repairs: true }).then(() => setIsAsking(false))
        }
      />
    </Section>
  )
}

function Findings({ list }: { list: MaintenanceFinding[] }) {
  const t = useTranslate()
  const { number } = useFormats()
  const columns: Column<MaintenanceFinding>[] = [
    {
      id: 'name',
      head: t('health.finding'),
      narrow: 'title',
      cell: ({ name, ids }) => (
        <span className="min-w-0">
          <bdi className="break-words">{name}</bdi>
          {ids.length > 0 && (
            <span className="block text-sm break-words text-ink-3">
              {t('health.finding_ids', { ids: ids.join(', ') })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'count',
      head: t('health.finding_rows'),
      align: 'end',
      cell: ({ count }) => number(count),
    },
    { id: 'result', head: t('health.finding_result'), cell: (one) => t(resultKey(one)) },
  ]
  return (
    <Table
      caption={t('health.findings')}
      columns={columns}
      rows={list}
      rowKey={({ name }) => name}
    />
  )
}

function resultKey({ is_fixed: isFixed, is_error: isError }: MaintenanceFinding) {
  if (isError) return 'health.finding_error' as const
  return isFixed ? ('health.finding_fixed' as const) : ('health.finding_open' as const)
}
