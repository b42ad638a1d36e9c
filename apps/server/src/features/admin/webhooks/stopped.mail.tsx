import { generalSettings } from '@stoa/contract/settings/site'
import type { Context } from '../../../kernel/context.ts'
import { renderMail, translatorFor } from '../../../kernel/mail-template.tsx'

type StoppedWebhook = { id: string; url: string; description: string; state: 'stopped' | 'ended' }

/** Only the host of the URL: its path is often a secret. */
export function stoppedMail(ctx: Context, language: string, webhook: StoppedWebhook) {
  const t = translatorFor(ctx, language)
  const { name, site_url } = ctx.settings.get(generalSettings)
  const { host } = new URL(webhook.url)
  return renderMail(t, {
    site: name,
    subject: t('mail.webhook.subject', { site: name, host }),
    paragraphs: [
      t(`mail.webhook.${webhook.state}`, { host, description: webhook.description || host }),
      t('mail.webhook.missed'),
    ],
    action: { label: t('mail.webhook.action'), url: `${site_url}/admin/webhooks/${webhook.id}` },
    note: t('mail.webhook.note'),
  })
}
