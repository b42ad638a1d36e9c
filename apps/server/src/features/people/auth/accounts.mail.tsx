import { generalSettings } from '@stoa/contract/settings/site'
import type { Context } from '../../../kernel/context.ts'
import { renderMail, translatorFor } from '../../../kernel/mail-template.tsx'

export function activationMail(ctx: Context, language: string, code: string, returnPath?: string) {
  const t = translatorFor(ctx, language)
  const { name, site_url } = ctx.settings.get(generalSettings)
  const url = `${site_url}/users/account-activation?${linkQuery({ code, returnPath })}`
  return renderMail(t, {
    site: name,
    subject: t('mail.activation.subject', { site: name }),
    paragraphs: [t('mail.activation.body', { site: name })],
    action: { label: t('mail.activation.action'), url },
    note: t('mail.activation.note'),
  })
}

export function emailTakenMail(ctx: Context, language: string, returnPath?: string) {
  const t = translatorFor(ctx, language)
  const { name, site_url } = ctx.settings.get(generalSettings)
  const query = linkQuery({ returnPath })
  return renderMail(t, {
    site: name,
    subject: t('mail.email_taken.subject', { site: name }),
    paragraphs: [t('mail.email_taken.body', { site: name })],
    action: {
      label: t('mail.email_taken.action'),
      url: `${site_url}/users/login${query === '' ? '' : `?${query}`}`,
    },
    note: t('mail.email_taken.note'),
  })
}

/** Works in any browser, so the page to return to is part of the link. */
export function linkQuery({
  code,
  returnPath,
}: {
  code?: string
  returnPath?: string | undefined
}) {
  return new URLSearchParams({
    ...(code === undefined ? {} : { code }),
    ...(returnPath === undefined ? {} : { redirect: returnPath }),
  }).toString()
}
