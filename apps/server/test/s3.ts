import { setPluginConfig } from '@stoa/contract/features/plugins'
import type { PluginValues } from '@stoa/contract/plugin-fields'
import { join } from 'node:path'
import { packPlugin } from '../../../scripts/build/plugins.ts'
import { rootDir } from '../../../scripts/services/ports.ts'
import type { S3 } from '../../../scripts/services/s3.ts'
import { aPlugin } from '../src/features/admin/plugins/plugins.factory.ts'
import type { TestSite } from './site.ts'

export const storeSlug = 's3-storage'

export function storeSettings(s3: S3, port = s3.port): PluginValues {
  return {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: s3.bucket,
    prefix: 'site/',
    access_key: s3.accessKey,
    secret_key: s3.secretKey,
    path_style: true,
  }
}

/** Packed once for each test file. */
export const packStore = () => packPlugin(join(rootDir, 'plugins', storeSlug))

/** Installs and enables the plugin, with settings that an admin saves. */
export async function useStore(site: TestSite, settings: PluginValues, token: string) {
  await aPlugin(site.ctx, await packStore())
  await configureStore(site, settings, token)
}

export async function configureStore(site: TestSite, settings: PluginValues, token: string) {
  const change = { plugin_slug_name: storeSlug, config_fields: settings }
  await site.as(token).call(setPluginConfig, change)
}

/** The key of the path of an upload. */
export const keyOf = (path: unknown) =>
  /^\/uploads\/(files\/post\/\w+|[^?]+)/.exec(String(path))?.[1] ?? ''
