import { generalSettings } from '@stoa/contract/settings/site'
import type { Context } from '../../kernel/context.ts'
import { renderMail } from '../../kernel/mail-template.tsx'
import { languageOf } from './accounts.mail.tsx'

export function resetMail(ctx: Context, language: string, code: string) {
  const t = languageOf(ctx, language)
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
  const t = languageOf(ctx, language)
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

export function codesGuessedMail(ctx: Context, language: string) {
  const t = languageOf(ctx, language)
  const { name, site_url } = ctx.settings.get(generalSettings)
  return renderMail(t, {
    site: name,
    subject: t('mail.codes_guessed.subject', { site: name }),
    paragraphs: [t('mail.codes_guessed.body', { site: name })],
    action: { label: t('mail.codes_guessed.action'), url: `${site_url}/users/account-recovery` },
    note: t('mail.codes_guessed.note'),
  })
}

export function changeEmailMail(ctx: Context, language: string, code: string) {
  const t = languageOf(ctx, language)
  const { name, site_url } = ctx.settings.get(generalSettings)
  return renderMail(t, {
    site: name,
    subject: t('mail.change_email.subject', { site: name }),
    paragraphs: [t('mail.change_email.body', { site: name })],
    action: {
      label: t('mail.change_email.action'),
      url: `${site_url}/users/confirm-new-email?code=${code}`,
    },
    note: t('mail.change_email.note'),
  })
}

/** Goes to the address that was left, so that a thief cannot move an account unseen. */
export function emailChangedMail(ctx: Context, language: string) {
  const t = languageOf(ctx, language)
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
