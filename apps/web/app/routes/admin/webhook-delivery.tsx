import { getDelivery, getWebhook } from '@stoa/contract/features/webhooks'
import { data } from 'react-router'
import {
  AttemptSection,
  formatJson,
  TextBlock,
} from '../../features/admin/webhooks/delivery-attempt.tsx'
import {
  DeliveryStateLabel,
  RedeliverButton,
} from '../../features/admin/webhooks/delivery-table.tsx'
import {
  isWebhookId,
  webhookPath,
  webhooksPath,
  webhookTitle,
} from '../../features/admin/webhooks/webhook-paths.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { useFormats } from '../../kernel/formats.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { PageHead } from '../../ui/section.tsx'
import type { Route } from './+types/webhook-delivery.ts'

export async function loader(args: Route.LoaderArgs) {
  const { id, delivery: deliveryId } = args.params
  if (!isWebhookId(id) || !isWebhookId(deliveryId)) throw data(null, { status: 404 })
  const api = apiFrom(args)
  const webhook = await api.call(getWebhook, { id })
  return { webhook, delivery: await api.call(getDelivery, { id: deliveryId }) }
}

export default function WebhookDelivery({ loaderData }: Route.ComponentProps) {
  const { webhook, delivery } = loaderData
  const t = useTranslate()
  const { dateTime } = useFormats()
  const { next_attempt_at: nextAt } = delivery
  return (
    <>
      <PageMeta title={delivery.event} noIndex />
      <Breadcrumb
        label={t('webhooks.path')}
        items={[
          { label: t('webhooks.title'), href: webhooksPath },
          { label: webhookTitle(webhook), href: webhookPath(webhook.id) },
          { label: delivery.message_id },
        ]}
      />
      <PageHead
        title={<bdi dir="ltr">{delivery.event}</bdi>}
        note={<DeliveryStateLabel state={delivery.state} />}
        end={
          webhook.state === 'active' && <RedeliverButton id={delivery.id} event={delivery.event} />
        }
      />
      <p className="mt-1 mb-6 text-sm text-ink-3">
        {dateTime(delivery.created_at)}
        {nextAt > 0 && ` · ${t('webhooks.next_attempt', { time: dateTime(nextAt) })}`}
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <TextBlock title={t('webhooks.body')} text={formatJson(delivery.body)} />
        {delivery.list.map((attempt) => (
          <AttemptSection key={attempt.number} attempt={attempt} />
        ))}
      </div>
    </>
  )
}
