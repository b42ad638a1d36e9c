import { roles } from '@stoa/contract/access'
import { loginSettings } from '@stoa/contract/settings/people'
import { generalSettings, interfaceSettings, legalSettings } from '@stoa/contract/settings/site'
import type { Context, Tx } from '../../../kernel/context.ts'
import { changeSettings, markInstalled } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { version } from '../../../kernel/release.ts'
import { hashNewPassword, insertAccount } from '../../people/auth/accounts.actions.ts'
import type { Installation } from './install.input.ts'

/** Creates the settings and the first admin. Returns false when the site is already installed. */
export async function installSite(ctx: Context, installation: Installation) {
  const passwordHash = await hashNewPassword('password', installation.adminPassword)
  return await transact(ctx, (tx) => initializeSite(tx, installation, passwordHash))
}

/** Concurrent calls wait for each other; only the first returns true. */
export async function initializeSite(tx: Tx, installation: Installation, passwordHash: string) {
  if (!(await markInstalled(tx, version))) return false
  await changeSettings(tx, generalSettings, {
    name: installation.siteName,
    site_url: installation.siteUrl,
    contact_email: installation.contactEmail,
  })
  await changeSettings(tx, interfaceSettings, { language: installation.language })
  await changeSettings(tx, loginSettings, {
    login_required: installation.loginRequired ?? false,
  })
  await changeSettings(tx, legalSettings, {
    external_content_display: installation.externalContent ?? 'ask_before_display',
  })
  await insertAccount(tx, {
    displayName: installation.adminName,
    email: installation.adminEmail,
    passwordHash,
    roleId: roles.admin,
    isActivated: true,
  })
  if (installation.hasDemoContent === true) await tx.emit('site.demo_requested', {})
  return true
}
