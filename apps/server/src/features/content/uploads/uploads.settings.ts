import { bytesPerMegabyte, writeSettings } from '@stoa/contract/settings/writing'
import { type Actor, isStaff } from '../../../kernel/rules.ts'
import type { SettingsStore } from '../../../kernel/services.ts'

export type ImagePolicy = { megabytes: number; megapixels: number; extensions: readonly string[] }
export type AttachmentPolicy = Omit<ImagePolicy, 'megapixels'>

export function imagePolicyOf(settings: SettingsStore): ImagePolicy {
  const write = settings.get(writeSettings)
  return {
    megabytes: write.max_image_size,
    megapixels: write.max_image_megapixel,
    extensions: toExtensions(write.authorized_image_extensions),
  }
}

export function attachmentPolicyOf(settings: SettingsStore): AttachmentPolicy {
  const write = settings.get(writeSettings)
  return {
    megabytes: write.max_attachment_size,
    extensions: toExtensions(write.authorized_attachment_extensions),
  }
}

/** In bytes, for all uploads of a user; null for no limit. */
export function storageLimitOf(settings: SettingsStore, actor: Actor) {
  const { max_user_storage: megabytes } = settings.get(writeSettings)
  return megabytes === 0 || isStaff(actor) ? null : megabytes * bytesPerMegabyte
}

/** Admins may write them with the dot. */
function toExtensions(list: readonly string[]) {
  return list.map((extension) => extension.toLowerCase().replace(/^\./, ''))
}
