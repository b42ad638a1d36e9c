import { generalSettings } from '@stoa/contract/settings/site'
import type { Context } from '../../../kernel/context.ts'
import { renderMail, translatorFor } from '../../../kernel/mail-template.tsx'
import { linkQuery } from './accounts.mail.tsx'

export function resetMail(ctx: Context, language: string, code: string) {
  const t = translatorFor(ctx, language)
  const { name, site_url } = ctx.settings.get(generalSettings)
  return renderMail(t, {
    site: name,
    subject: t('mail.reset.subject', { site: name }),
    paragraphs: [t('mail.reset.body', { site: name })],
    action: {
      label: t('mail.reset.action'),
      url: `${site_url}/users/password-reset?code=${code}`,
    },
    note: t('mail.reset.note'),
  })
}

export function passwordChangedMail(ctx: Context, language: string) {
  const t = translatorFor(ctx, language)
  const { name, site_url } = ctx.settings.get(generalSettings)
  return renderMail(t, {
    site: name,
    subject: t('mail.password_changed.subject', { site: name }),
    paragraphs: [t('mail.password_changed.body', { site: name })],
    action: {
      label: t('mail.password_changed.action'),
      url: `${site_url}/users/account-recovery`,
    },
    note: t('mail.password_changed.note'),
  })
}

export function wrongCodesMail(ctx: Context, language: string) {
  const t = translatorFor(ctx, language)
  const { name, site_url } = ctx.settings.get(generalSettings)
  return renderMail(t, {
    site: name,
    subject: t('mail.wrong_codes.subject', { site: name }),
    paragraphs: [t('mail.wrong_codes.body', { site: name })],
    action: { label: t('mail.wrong_codes.action'), url: `${site_url}/users/account-recovery` },
    note: t('mail.wrong_codes.note'),
  })
}

export function changeEmailMail(ctx: Context, language: string, code: string, returnPath?: string) {
  const t = translatorFor(ctx, language)
  const { name, site_url } = ctx.settings.get(generalSettings)
  return renderMail(t, {
    site: name,
    subject: t('mail.change_email.subject', { site: name }),
    paragraphs: [t('mail.change_email.body', { site: name })],
    action: {
      label: t('mail.change_email.action'),
      url: `${site_url}/users/confirm-new-email?${linkQuery({ code, returnPath })}`,
    },
    note: t('mail.change_email.note'),
  })
}

/** Sent to the old email, so that a stolen account cannot be moved unnoticed. */
export function emailChangedMail(ctx: Context, language: string) {
  const t = translatorFor(ctx, language)
  const { name, contact_email: contact } = ctx.settings.get(generalSettings)
  return renderMail(t, {
    site: name,
    subject: t('mail.email_changed.subject', { site: name }),
    paragraphs: [t('mail.email_changed.body', { site: name })],
    note:
      contact === ''
        ? t('mail.email_changed.note_plain')
        : t('mail.email_changed.note', { contact }),
  })
}
