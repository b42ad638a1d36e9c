import { generalSettings } from '@stoa/contract/settings/site'
import type { Context } from '../../../kernel/context.ts'
import { renderMail, translatorFor } from '../../../kernel/mail-template.tsx'

export function testMail(ctx: Context) {
  const { name } = ctx.settings.get(generalSettings)
  const t = translatorFor(ctx, '')
  return renderMail(t, {
    site: name,
    subject: t('mail.test.subject', { site: name }),
    paragraphs: [t('mail.test.body', { site: name })],
  })
}
