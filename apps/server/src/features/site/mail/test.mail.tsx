import { generalSettings, interfaceSettings } from '@stoa/contract/settings/site'
import { isLocale } from '@stoa/locales/languages'
import { translator } from '@stoa/locales/translate'
import type { Context } from '../../../kernel/context.ts'
import { renderMail } from '../../../kernel/mail-template.tsx'

export function testMail(ctx: Context) {
  const { language } = ctx.settings.get(interfaceSettings)
  const { name } = ctx.settings.get(generalSettings)
  const t = translator(isLocale(language) ? language : 'en_US')
  return renderMail(t, {
    site: name,
    subject: t('mail.test.subject', { site: name }),
    paragraphs: [t('mail.test.body', { site: name })],
  })
}
