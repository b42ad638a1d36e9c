import type { Webhook } from '@stoa/contract/features/webhooks'
import { RelativeTime, useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Link } from '../../../ui/link.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { Table } from '../../../ui/table.tsx'
import { webhookPath, webhookTitle } from './webhook-paths.ts'
import { WebhookStateLabel } from './webhook-state.tsx'

export function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  const t = useTranslate()
  const { number } = useFormats()
  return (
    <Table
      caption={t('webhooks.title')}
      rows={webhooks}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'webhook',
          head: t('webhooks.url'),
          narrow: 'title',
          cell: (webhook) => (
            <span className="grid min-w-0 gap-0.5">
              <Link
                href={webhookPath(webhook.id)}
                className="hit font-semibold text-ink hover:text-accent-ink"
              >
                <bdi>{webhookTitle(webhook)}</bdi>
              </Link>
              <span className="text-sm break-all text-ink-3">
                <bdi dir="ltr">{webhook.url}</bdi>
              </span>
            </span>
          ),
        },
        {
          id: 'events',
          head: t('webhooks.events'),
          cell: ({ all_events: isAll, events }) =>
            isAll ? t('webhooks.all_events') : t('webhooks.event_count', { count: events.length }),
        },
        {
          id: 'last',
          head: t('webhooks.last_attempt'),
          cell: ({ last_attempt: last }) =>
            last === null ? (
              <span className="text-sm text-ink-3">{t('webhooks.never')}</span>
            ) : (
              <span className="inline-flex flex-wrap items-center gap-x-2">
                <StatusLabel tone={last.is_success ? 'ok' : 'bad'}>
                  {t(last.is_success ? 'webhooks.succeeded' : 'webhooks.failed')}
                </StatusLabel>
                <span className="text-sm whitespace-nowrap text-ink-3">
                  <RelativeTime at={last.at} />
                </span>
              </span>
            ),
        },
        {
          id: 'attempts',
          head: t('webhooks.attempts'),
          cell: ({ attempts, failed_attempts: failed }) =>
            attempts > 0 && (
              <span className="numeral whitespace-nowrap">
                {t('webhooks.share', { share: number(failed), all: number(attempts) })}
              </span>
            ),
        },
        {
          id: 'state',
          head: t('webhooks.state'),
          align: 'end',
          narrow: 'corner',
          cell: ({ state }) => <WebhookStateLabel state={state} />,
        },
      ]}
    />
  )
}
