import { apiPrefix } from '@stoa/contract/endpoint'
import type { Connector } from '@stoa/contract/features/connectors'
import { generalSettings } from '@stoa/contract/settings/site'
import type { ExternalUser } from '@stoa/plugin-kit/connector'
import type { Context } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import {
  filesUrl,
  type InstalledPlugin,
  PluginFailure,
  type PluginHooks,
  PluginRejection,
} from '../../../kernel/plugins.ts'
import type { Caller } from '../../../kernel/route.ts'

type Services = Pick<Context, 'plugins' | 'settings'>

/** From memory: no statement. */
export function listConnectorsOf({ plugins, settings }: Services): Connector[] {
  const { site_url: siteUrl } = settings.get(generalSettings)
  return plugins
    .list()
    .filter(({ isEnabled }) => isEnabled)
    .flatMap((plugin) => {
      const connector = plugin.manifest.server?.connector
      return connector === undefined ? [] : [toConnector(plugin, connector, siteUrl)]
    })
}

type Declared = NonNullable<NonNullable<InstalledPlugin['manifest']['server']>['connector']>

function toConnector(plugin: InstalledPlugin, { icon, type }: Declared, siteUrl: string) {
  const { slug, connectorLabel: name } = plugin
  const link =
    type === 'redirect'
      ? `${siteUrl}${apiPrefix}/connector/login/${slug}`
      : `${siteUrl}/users/login?connector=${slug}`
  return {
    slug_name: slug,
    name,
    link,
    type,
    icon: toAssetUrl(plugin, icon),
  }
}

/** Empty for what is no file of the plugin. */
export function toAssetUrl(plugin: InstalledPlugin, name = ''): string {
  return plugin.manifest.assets.includes(name) ? `${filesUrl(plugin)}${name}` : ''
}

/** Fails if it is not enabled. */
export function getConnector(
  { plugins }: Pick<Context, 'plugins'>,
  slug: string,
  type: Connector['type'],
): InstalledPlugin {
  const plugin = plugins.find(slug)
  if (plugin?.isEnabled !== true || plugin.manifest.server?.connector?.type !== type)
    fail('connector.not_found')
  return plugin
}

export function callbackUrlOf({ settings }: Pick<Context, 'settings'>, slug: string): string {
  return `${settings.get(generalSettings).site_url}${apiPrefix}/connector/redirect/${slug}`
}

type SignInHook = 'startSignIn' | 'finishSignIn' | 'checkCredentials'

/** Fails with the plugin's own message, or with one that says nothing of its error. */
export async function callConnector<Hook extends SignInHook>(
  { plugins }: Pick<Context, 'plugins'>,
  slug: string,
  hook: Hook,
  { input, caller }: { input: PluginHooks[Hook]['input']; caller: Caller },
): Promise<PluginHooks[Hook]['result']> {
  const { locale, ip } = caller
  try {
    return await plugins.call(slug, hook, input, { locale, ip, viewer: null, token: null })
  } catch (error) {
    if (error instanceof PluginRejection)
      return fail('connector.rejected', { values: { message: error.message } })
    if (error instanceof PluginFailure) return fail('connector.failed')
    throw error
  }
}

/** Without a role that the plugin has no permission to set. */
export function toAllowedUser({ manifest }: InstalledPlugin, external: ExternalUser): ExternalUser {
  return manifest.permissions.roles ? external : { ...external, role: null }
}
