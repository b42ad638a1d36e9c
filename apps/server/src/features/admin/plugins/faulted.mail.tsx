import type { Context } from '../../../kernel/context.ts'
import { renderMail, translatorFor } from '../../../kernel/mail-template.tsx'

type Faulted = { site: string; siteUrl: string; slug: string; name: string; reason: string }

export function faultedMail(
  ctx: Context,
  language: string,
  { site, siteUrl, slug, name, reason }: Faulted,
) {
  const t = translatorFor(ctx, language)
  return renderMail(t, {
    site,
    subject: t('mail.plugin.subject', { site, name }),
    paragraphs: [
      t('mail.plugin.disabled', { name }),
      t('mail.plugin.reason', { reason }),
      t('mail.plugin.fix'),
    ],
    action: { label: t('mail.plugin.action'), url: `${siteUrl}/admin/plugins/${slug}` },
    note: t('mail.plugin.note'),
  })
}
