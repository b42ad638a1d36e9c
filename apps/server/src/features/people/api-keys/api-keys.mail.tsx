import type { KeyScope } from '@stoa/contract/key-scopes'
import { generalSettings } from '@stoa/contract/settings/site'
import type { Context } from '../../../kernel/context.ts'
import { renderMail, translatorFor } from '../../../kernel/mail-template.tsx'

type CreatedKey = { description: string; scope: KeyScope }

export function apiKeyCreatedMail(ctx: Context, language: string, key: CreatedKey) {
  const t = translatorFor(ctx, language)
  const { name, site_url } = ctx.settings.get(generalSettings)
  return renderMail(t, {
    site: name,
    subject: t('mail.api_key.subject', { site: name }),
    paragraphs: [
      t('mail.api_key.body', { site: name, description: key.description }),
      t(`mail.api_key.scope.${key.scope}`),
    ],
    action: { label: t('mail.api_key.action'), url: `${site_url}/admin/api-keys` },
    note: t('mail.api_key.note'),
  })
}
