import {
  type Delivery,
  type DeliveryState,
  redeliver,
  type Webhook,
} from '@stoa/contract/features/webhooks'
import { RelativeTime, useFormats } from '../../../kernel/formats.tsx'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { Table } from '../../../ui/table.tsx'
import { deliveryPath } from './webhook-paths.ts'

const tones = { pending: 'warn', delivered: 'ok', failed: 'bad' } as const

export function DeliveryStateLabel({ state }: { state: DeliveryState }) {
  const t = useTranslate()
  return <StatusLabel tone={tones[state]}>{t(`webhooks.delivery.${state}`)}</StatusLabel>
}

type DeliveryTableProps = { webhook: Pick<Webhook, 'id' | 'state'>; deliveries: Delivery[] }

export function DeliveryTable({ webhook, deliveries }: DeliveryTableProps) {
  const t = useTranslate()
  const { number } = useFormats()
  return (
    <Table
      caption={t('webhooks.deliveries')}
      rows={deliveries}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'event',
          head: t('webhooks.event'),
          narrow: 'title',
          cell: ({ id, event, message_id: messageId }) => (
            <Link
              href={deliveryPath(webhook.id, id)}
              aria-label={t('webhooks.details_of', { id: `${event} ${messageId}` })}
              className="hit inline-flex min-h-control-sm items-center font-mono text-sm font-semibold text-ink hover:text-accent-ink"
            >
              <bdi dir="ltr">{event}</bdi>
            </Link>
          ),
        },
        {
          id: 'status',
          head: t('webhooks.status'),
          cell: (delivery) => <Response delivery={delivery} />,
        },
        {
          id: 'attempts',
          head: t('webhooks.attempts'),
          align: 'end',
          narrow: 'hidden',
          cell: ({ attempts }) => <span className="numeral">{number(attempts)}</span>,
        },
        {
          id: 'time',
          head: t('webhooks.time'),
          cell: (delivery) => <Times delivery={delivery} />,
        },
        {
          id: 'state',
          head: t('webhooks.state'),
          align: 'end',
          narrow: 'corner',
          cell: ({ state }) => <DeliveryStateLabel state={state} />,
        },
        {
          id: 'action',
          head: t('webhooks.actions'),
          hideHead: true,
          align: 'end',
          cell: ({ id, event }) =>
            webhook.state === 'active' && <RedeliverButton id={id} event={event} />,
        },
      ]}
    />
  )
}

function Response({ delivery }: { delivery: Delivery }) {
  const t = useTranslate()
  const { number } = useFormats()
  if (delivery.attempts === 0) return null
  return (
    <span className="inline-flex flex-wrap gap-x-2 whitespace-nowrap">
      {delivery.status === 0 ? t('webhooks.no_response') : delivery.status}
      <span className="text-sm text-ink-3">
        {t('webhooks.ms', { ms: number(delivery.duration_ms) })}
      </span>
    </span>
  )
}

function Times({ delivery: { created_at: at, next_attempt_at: nextAt } }: { delivery: Delivery }) {
  const t = useTranslate()
  const { dateTime } = useFormats()
  return (
    <span className="grid text-sm text-ink-3">
      <RelativeTime at={at} />
      {nextAt > 0 && <span>{t('webhooks.next_attempt', { time: dateTime(nextAt) })}</span>}
    </span>
  )
}

export function RedeliverButton({ id, event }: { id: string; event: string }) {
  const t = useTranslate()
  const { run, isSending } = useMutation({
    send: (call) => call(redeliver, { id }),
    successToast: () => ({ text: t('webhooks.redelivered'), tone: 'ok' }),
    revalidates: true,
  })
  return (
    <Button
      size="sm"
      variant="ghost"
      data-needs-script=""
      loading={isSending}
      aria-label={`${t('webhooks.redeliver')}: ${event}`}
      onClick={() => void run()}
    >
      {t('webhooks.redeliver')}
    </Button>
  )
}
