import { generalSettings } from '@stoa/contract/settings/site'
import type { Context } from '../../../kernel/context.ts'
import { renderMail, translatorFor } from '../../../kernel/mail-template.tsx'

type LinkMail = {
  code: string
  returnPath: string
  service: string
  /** Of the account at the service. Whoever reads the mail has to recognize it. */
  name: string
  /** Whether the account is not active yet. */
  isNew: boolean
}

export function connectorLinkMail(
  ctx: Context,
  language: string,
  { code, returnPath, service, name, isNew }: LinkMail,
) {
  const t = translatorFor(ctx, language)
  const { name: site, site_url } = ctx.settings.get(generalSettings)
  const path: Record<string, string> = returnPath === '' ? {} : { redirect: returnPath }
  const query = new URLSearchParams({ code, ...path }).toString()
  const kind = isNew ? 'connector_sign_up' : 'connector_link'
  const values = { site, service, name }
  return renderMail(t, {
    site,
    subject: t(`mail.${kind}.subject`, values),
    paragraphs: [t(`mail.${kind}.body`, values)],
    action: {
      label: t(`mail.${kind}.action`, values),
      url: `${site_url}/users/confirm-connection?${query}`,
    },
    note: t(`mail.${kind}.note`, values),
  })
}

/** So that someone who uses the session of another cannot add a way in unnoticed. */
export function connectorLinkedMail(ctx: Context, language: string, service: string) {
  const t = translatorFor(ctx, language)
  const { name: site, site_url } = ctx.settings.get(generalSettings)
  const values = { site, service }
  return renderMail(t, {
    site,
    subject: t('mail.connector_linked.subject', values),
    paragraphs: [t('mail.connector_linked.body', values)],
    action: {
      label: t('mail.connector_linked.action'),
      url: `${site_url}/users/settings/account`,
    },
    note: t('mail.connector_linked.note'),
  })
}
