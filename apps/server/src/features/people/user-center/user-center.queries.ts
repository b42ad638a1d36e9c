import { apiPrefix } from '@stoa/contract/endpoint'
import type { UserBranding, UserCenterAgent } from '@stoa/contract/features/user-center'
import { generalSettings } from '@stoa/contract/settings/site'
import { defaultLocale } from '@stoa/locales/languages'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { findUserCenter, type InstalledPlugin, PluginFailure } from '../../../kernel/plugins.ts'
import { users } from '../../../schema/users.ts'
import { toAssetUrl } from '../connectors/connector-calls.actions.ts'
import { findExternalId } from '../connectors/links.queries.ts'

/** From memory: no statement. Null if there is none. */
export function getAgent({ plugins, settings }: Context): UserCenterAgent | null {
  const found = findUserCenter(plugins)
  if (found === null) return null
  const { plugin, userCenter, owns } = found
  const { site_url: siteUrl } = settings.get(generalSettings)
  const loginUrl = `${siteUrl}${apiPrefix}/connector/login/${plugin.slug}`
  const { displayName, url, signUpUrl, controlCenter } = userCenter
  return {
    name: plugin.slug,
    display_name: displayName,
    icon: toAssetUrl(plugin, plugin.manifest.server?.connector?.icon),
    url,
    login_redirect_url: loginUrl,
    sign_up_redirect_url: signUpUrl === '' ? loginUrl : signUpUrl,
    control_center: [...controlCenter],
    enabled_original_user_system: !owns.includes('login'),
  }
}

/** Users who do not log in with the user center change their account on the site. */
export async function getSettingsRedirects(ctx: Context, userId: string) {
  const found = findUserCenter(ctx.plugins)
  const externalId = found && (await findExternalId(ctx.primary, found.plugin.slug, userId))
  const toRedirect = (url = '') => {
    const isEnabled = externalId !== null && url !== ''
    return { enabled: isEnabled, redirect_url: isEnabled ? url : '' }
  }
  return {
    profile_setting_agent: toRedirect(found?.userCenter.profileUrl),
    account_setting_agent: toRedirect(found?.userCenter.accountUrl),
  }
}

const rememberedSeconds = 300

/** The same for all readers. A plugin that fails adds nothing. */
export async function listBranding(ctx: Context, userId: string): Promise<UserBranding[]> {
  const plugin = findUserCenter(ctx.plugins)?.plugin
  if (plugin?.manifest.server?.userCenter?.branding !== true) return []
  const externalId = await findExternalId(ctx.db, plugin.slug, userId)
  if (externalId === null) return []
  const key = `branding ${ctx.plugins.fingerprint()} ${userId}`
  return await ctx.cache.getOrSet(key, { ttlSeconds: rememberedSeconds }, async () => {
    const [user] = await ctx.db
      .select({ username: users.username })
      .from(users)
      .where(eq(users.id, userId))
    return await askBranding(ctx, plugin, { username: user?.username ?? '', externalId })
  })
}

async function askBranding(
  { plugins }: Context,
  plugin: InstalledPlugin,
  user: { username: string; externalId: string },
) {
  const caller = { locale: defaultLocale, viewer: null, token: null, ip: '' }
  try {
    const list = await plugins.call(plugin.slug, 'branding', user, caller)
    return list.map((one) => ({ ...one, icon: toAssetUrl(plugin, one.icon) }))
  } catch (error) {
    if (error instanceof PluginFailure) return []
    throw error
  }
}
