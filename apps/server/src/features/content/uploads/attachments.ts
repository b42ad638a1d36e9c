import { bytesPerMegabyte } from '@stoa/contract/settings/writing'
import { failField } from '../../../kernel/errors.ts'
import { assertAllowed } from '../../../kernel/rules.ts'
import type { StoredFile } from './uploads.actions.ts'
import { canAttach } from './uploads.rules.ts'
import type { AttachmentPolicy } from './uploads.settings.ts'

/** Stored unchanged. Served only as a download, never displayed. */
export async function toAttachment(file: File, policy: AttachmentPolicy): Promise<StoredFile> {
  assertAllowed(canAttach(policy))
  const name = toSafeName(file.name)
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!policy.extensions.includes(extension)) {
    failField('file', 'upload.kind_refused', { kinds: policy.extensions.join(', ') })
  }
  if (file.size > policy.megabytes * bytesPerMegabyte) {
    failField('file', 'upload.too_large', { megabytes: policy.megabytes })
  }
  if (file.size === 0) failField('file', 'upload.empty')
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { bytes, mediaType: 'application/octet-stream', name }
}

const maxNameLength = 120
/** `normalize` takes quadratic time for long sequences of combining marks. */
const maxInputLength = 1_000

/** The base name, without characters that could hide or reverse the extension. */
export function toSafeName(name: string) {
  const baseName = name.split(/[\\/]/).at(-1) ?? ''
  const plain = baseName
    .slice(-maxInputLength)
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}<>:"|?*]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .trim()
  const dot = plain.lastIndexOf('.')
  if (plain.length <= maxNameLength || dot < 0) return plain.slice(0, maxNameLength)
  const extension = plain.slice(dot).slice(0, 20)
  return plain.slice(0, maxNameLength - extension.length) + extension
}

/** Content-Disposition with an ASCII fallback (RFC 6266). */
export function dispositionOf(name: string) {
  const asciiName = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encodedName = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodedName}`
}
