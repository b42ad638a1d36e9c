import { writeSettings } from '@stoa/contract/settings/writing'
import type { SettingsStore } from '../../kernel/settings.ts'

/** What the site says about pictures. */
export type ImagePolicy = { megabytes: number; megapixels: number; extensions: readonly string[] }

export function imagePolicyOf(settings: SettingsStore): ImagePolicy {
  const write = settings.get(writeSettings)
  return {
    megabytes: write.max_image_size,
    megapixels: write.max_image_megapixel,
    extensions: write.authorized_image_extensions.map((extension) => extension.toLowerCase()),
  }
}
