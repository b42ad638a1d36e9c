import {
  getUserBranding,
  getUserCenter,
  getUserCenterSettings,
} from '@stoa/contract/features/user-center'
import { apiFrom } from '../../../kernel/api.server.ts'
import { visitContext } from '../../../kernel/context.server.ts'

type Args = Parameters<typeof apiFrom>[0]

/** The plugin that manages the accounts of the site, or null. */
export async function findAgent(args: Args) {
  if (args.context.get(visitContext).site.userCenter === undefined) return null
  return (await apiFrom(args).call(getUserCenter, {})).agent_info
}

/** Where the user changes profile and account; null for what is changed on this site. */
export async function findSettingsUrls(args: Args) {
  if (args.context.get(visitContext).site.userCenter === undefined)
    return { profile: null, account: null }
  const found = await apiFrom(args).call(getUserCenterSettings, {})
  const { profile_setting_agent: profile, account_setting_agent: account } = found
  return { profile: toUrl(profile), account: toUrl(account) }
}

/** Links on the profile of a user. */
export async function findBranding(args: Args, username: string) {
  if (args.context.get(visitContext).site.userCenter === undefined) return []
  return (await apiFrom(args).call(getUserBranding, { username })).personal_branding
}

const toUrl = (redirect: { enabled: boolean; redirect_url: string }) =>
  redirect.enabled ? redirect.redirect_url : null
