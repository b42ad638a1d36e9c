import { generalSettings } from '@stoa/contract/settings/site'
import type { Context } from '../../../kernel/context.ts'
import { renderMail, translatorFor } from '../../../kernel/mail-template.tsx'
import { toInvitationUrl } from './invitations.actions.ts'

/** The language of the site, because the receiver has no account yet. */
export function invitationMail(ctx: Context, token: string) {
  const t = translatorFor(ctx, '')
  const { name } = ctx.settings.get(generalSettings)
  return renderMail(t, {
    site: name,
    subject: t('mail.invitation.subject', { site: name }),
    paragraphs: [t('mail.invitation.body', { site: name })],
    action: { label: t('mail.invitation.action'), url: toInvitationUrl(ctx, token) },
    note: t('mail.invitation.note'),
  })
}
