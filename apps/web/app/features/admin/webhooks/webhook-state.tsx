import type { Webhook, WebhookState } from '@stoa/contract/features/webhooks'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { webhooksPath } from './webhook-paths.ts'

const tones = { active: 'ok', paused: 'plain', stopped: 'bad', ended: 'bad' } as const

export function WebhookStateLabel({ state }: { state: WebhookState }) {
  const t = useTranslate()
  return <StatusLabel tone={tones[state]}>{t(`webhooks.state.${state}`)}</StatusLabel>
}

type WebhookNoticesProps = {
  webhook: Pick<Webhook, 'state' | 'failing_since' | 'former_secret_until'>
}

export function WebhookNotices({ webhook }: WebhookNoticesProps) {
  const { state, failing_since: failingSince, former_secret_until: formerUntil } = webhook
  const t = useTranslate()
  const { dateTime } = useFormats()
  return (
    <>
      {(state === 'stopped' || state === 'ended') && (
        <Notice tone="bad">{t(`webhooks.notice.${state}`)}</Notice>
      )}
      {state === 'active' && failingSince > 0 && (
        <Notice tone="warn">
          {t('webhooks.notice.failing', { time: dateTime(failingSince) })}
        </Notice>
      )}
      {formerUntil > 0 && (
        <Notice>{t('webhooks.former_until', { time: dateTime(formerUntil) })}</Notice>
      )}
    </>
  )
}

/** On the dashboard, so that admins learn of it without looking for it. */
export function StoppedWebhooks({ webhooks }: { webhooks: Pick<Webhook, 'state'>[] }) {
  const t = useTranslate()
  const { length: count } = webhooks.filter(({ state }) => state === 'stopped' || state === 'ended')
  if (count === 0) return null
  return (
    <Notice tone="warn">
      {t('webhooks.attention', { count })}{' '}
      <TextLink href={webhooksPath}>{t('webhooks.attention_link')}</TextLink>
    </Notice>
  )
}
