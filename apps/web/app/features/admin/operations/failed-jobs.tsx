import {
  discardFailedJobs,
  type JobQueues,
  retryFailedJobs,
} from '@stoa/contract/features/operations'
import { useState } from 'react'
import { RelativeTime, useFormats } from '../../../kernel/formats.tsx'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { type FailedQueue, groupByQueue } from './failed-queues.ts'

/** One row for each queue: its jobs are retried and discarded together. */
export function FailedJobs({ failed }: Pick<JobQueues, 'failed'>) {
  const t = useTranslate()
  const { number } = useFormats()
  const columns: Column<FailedQueue>[] = [
    {
      id: 'queue',
      head: t('jobs.queue'),
      narrow: 'title',
      cell: ({ queue, errors }) => (
        <span className="min-w-0">
          <b className="font-semibold break-words" dir="ltr">
            {queue}
          </b>
          {errors.map(({ error, count }) => (
            <span key={error} className="block text-sm break-words text-ink-3" dir="ltr">
              {errors.length > 1 && `${number(count)} × `}
              {error}
            </span>
          ))}
        </span>
      ),
    },
    { id: 'count', head: t('jobs.count'), align: 'end', cell: ({ count }) => number(count) },
    {
      id: 'failed',
      head: t('jobs.last_failed'),
      cell: ({ lastFailedAt }) => <RelativeTime at={lastFailedAt} />,
    },
    {
      id: 'actions',
      head: t('jobs.actions'),
      hideHead: true,
      align: 'end',
      cell: ({ queue, count }) => <Actions queue={queue} count={count} />,
    },
  ]
  return (
    <Table
      caption={t('jobs.failed')}
      columns={columns}
      rows={groupByQueue(failed)}
      rowKey={({ queue }) => queue}
    />
  )
}

function Actions({ queue, count }: Pick<FailedQueue, 'queue' | 'count'>) {
  const t = useTranslate()
  const [isAsking, setAsking] = useState(false)
  const retry = useMutation({
    send: (call) => call(retryFailedJobs, { queue }),
    successToast: () => ({ text: t('jobs.retried'), tone: 'ok' }),
    revalidates: true,
  })
  const discard = useMutation({
    send: (call) => call(discardFailedJobs, { queue }),
    successToast: () => ({ text: t('jobs.discarded'), tone: 'ok' }),
    revalidates: true,
  })
  return (
    <span className="inline-flex gap-1">
      <Button
        variant="ghost"
        loading={retry.isSending}
        aria-label={t('jobs.retry_queue', { queue })}
        onClick={() => void retry.run()}
      >
        {t('jobs.retry')}
      </Button>
      <Button
        variant="ghost"
        loading={discard.isSending}
        aria-label={t('jobs.discard_queue', { queue })}
        onClick={() => setAsking(true)}
      >
        {t('jobs.discard')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('jobs.discard_title')}
        description={t('jobs.discard_text', { queue, count })}
        confirmLabel={t('jobs.discard_confirm')}
        cancelLabel={t('jobs.cancel')}
        onConfirm={() => {
          setAsking(false)
          void discard.run()
        }}
      />
    </span>
  )
}
