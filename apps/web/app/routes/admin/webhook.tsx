import {
  type DeliveryState,
  deliveryStates,
  getWebhook,
  listDeliveries,
  type Webhook,
} from '@stoa/contract/features/webhooks'
import { limits } from '@stoa/contract/limits'
import { data } from 'react-router'
import { DeliveryTable } from '../../features/admin/webhooks/delivery-table.tsx'
import { WebhookActions } from '../../features/admin/webhooks/webhook-actions.tsx'
import {
  isWebhookId,
  webhookPath,
  webhooksPath,
  webhookTitle,
} from '../../features/admin/webhooks/webhook-paths.ts'
import { WebhookNotices, WebhookStateLabel } from '../../features/admin/webhooks/webhook-state.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageLinks } from '../../kernel/page-links.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { parsePageNumber, toListPage, withQuery } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { PageHead, Section } from '../../ui/section.tsx'
import { SegmentLinks } from '../../ui/segments.tsx'
import type { Route } from './+types/webhook.ts'

export async function loader(args: Route.LoaderArgs) {
  const { id } = args.params
  if (!isWebhookId(id)) throw data(null, { status: 404 })
  const query = args.url.searchParams
  const page = parsePageNumber(query)
  const state = deliveryStates.find((name) => name === query.get('state'))
  const api = apiFrom(args)
  const webhook = await api.call(getWebhook, { id })
  const deliveries = await api.call(listDeliveries, { id, page, ...(state && { state }) })
  return { webhook, state, ...toListPage(deliveries, page, limits.pageSize.default) }
}

export default function WebhookPage({ loaderData }: Route.ComponentProps) {
  const { webhook, state, list, page, pages } = loaderData
  const t = useTranslate()
  const title = webhookTitle(webhook)
  return (
    <>
      <PageMeta title={title} noIndex />
      <Breadcrumb
        label={t('webhooks.path')}
        items={[{ label: t('webhooks.title'), href: webhooksPath }, { label: title }]}
      />
      <PageHead title={<bdi>{title}</bdi>} note={<WebhookStateLabel state={webhook.state} />} />
      <WebhookFacts webhook={webhook} />
      <div className="my-4 grid gap-4">
        <WebhookNotices webhook={webhook} />
        <WebhookActions webhook={webhook} />
      </div>
      <div className="mt-8">
        <Section title={t('webhooks.deliveries')}>
          <p className="py-2 text-sm text-ink-3">{t('webhooks.deliveries_about')}</p>
          <div className="mb-2">
            <StateFilter id={webhook.id} state={state} />
          </div>
          {list.length === 0 ? (
            <p className="py-2 text-md text-ink-3">{t('webhooks.no_deliveries')}</p>
          ) : (
            <DeliveryTable webhook={webhook} deliveries={list} />
          )}
          <PageLinks page={page} pages={pages} hrefFor={(to) => toHref(webhook.id, state, to)} />
        </Section>
      </div>
    </>
  )
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const t = useTranslate()
  return (
    <div className="mt-1 grid gap-1 text-sm text-ink-3">
      <span className="break-all">
        <bdi dir="ltr">{webhook.url}</bdi>
      </span>
      <span>
        {webhook.all_events ? (
          t('webhooks.all_events')
        ) : (
          <bdi dir="ltr" className="font-mono">
            {webhook.events.join(', ')}
          </bdi>
        )}
      </span>
    </div>
  )
}

function StateFilter({ id, state }: { id: string; state: DeliveryState | undefined }) {
  const t = useTranslate()
  return (
    <SegmentLinks
      label={t('webhooks.filter')}
      items={[undefined, ...deliveryStates].map((name) => ({
        href: toHref(id, name, 1),
        label: t(name === undefined ? 'webhooks.filter.all' : `webhooks.delivery.${name}`),
        current: name === state,
      }))}
    />
  )
}

function toHref(id: string, state: DeliveryState | undefined, page: number) {
  return withQuery(webhookPath(id), { state, page: page > 1 ? page : undefined })
}
