import { roles } from '@stoa/contract/access'
import { communityPresets, presetsOfKind } from '@stoa/contract/settings/community-kinds'
import { settingsGroups } from '@stoa/contract/settings/groups'
import { loginSettings } from '@stoa/contract/settings/people'
import { generalSettings, interfaceSettings, legalSettings } from '@stoa/contract/settings/site'
import { translator } from '@stoa/locales/translate'
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
    ...(installation.community === 'course' && {
      description: translator(installation.language)('install.community.course_description'),
    }),
    contact_email: installation.contactEmail,
  })
  await changeSettings(tx, interfaceSettings, { language: installation.language })
  await applyCommunityKind(tx, installation)
  if (installation.loginRequired !== undefined)
    await changeSettings(tx, loginSettings, { login_required: installation.loginRequired })
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

/** Sets what differs from the defaults. All of it can be changed later. */
async function applyCommunityKind(tx: Tx, { community = 'public' }: Installation) {
  for (const preset of presetsOfKind[community])
    for (const [name, values] of Object.entries<Record<string, unknown>>(
      communityPresets[preset],
    )) {
      const group = settingsGroups.find((known) => known.name === name)
      if (group === undefined) throw new Error(`there is no group of settings named ${name}`)
      await changeSettings(tx, group, values)
    }
}
