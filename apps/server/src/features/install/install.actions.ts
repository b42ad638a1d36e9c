import { roles } from '@stoa/contract/access'
import { generalSettings, interfaceSettings } from '@stoa/contract/settings/site'
import type { Context } from '../../kernel/context.ts'
import { changeSettings, markInstalled } from '../../kernel/settings.ts'
import { transact } from '../../kernel/transact.ts'
import { version } from '../../kernel/version.ts'
import { insertAccount } from '../accounts/accounts.actions.ts'
import { hashPassword } from '../../kernel/passwords.ts'
import type { Installation } from './install.input.ts'

/** Makes a site out of an empty database: settings and the first admin. False when it already is one. */
export async function installSite(ctx: Context, installation: Installation) {
  const passwordHash = await hashPassword(installation.adminPassword)
  return await transact(ctx, async (tx) => {
    if (!(await markInstalled(tx, ctx, version))) return false
    await changeSettings(tx, ctx, generalSettings, {
      name: installation.siteName,
      site_url: installation.siteUrl,
      contact_email: installation.contactEmail,
    })
    await changeSettings(tx, ctx, interfaceSettings, { language: installation.language })
    await insertAccount(tx, {
      displayName: installation.adminName,
      email: installation.adminEmail,
      passwordHash,
      roleId: roles.admin,
      isActivated: true,
    })
    return true
  })
}
