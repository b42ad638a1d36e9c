import { failField } from '../../kernel/errors.ts'
import { bytesPerMegabyte } from '../../kernel/http-form.ts'
import { must } from '../../kernel/rules.ts'
import type { StoredFile } from './uploads.actions.ts'
import { canAttach } from './uploads.rules.ts'
import type { AttachmentPolicy } from './uploads.settings.ts'

/** A file as it was sent. It is only ever handed out to be saved, never shown. */
export async function toAttachment(file: File, policy: AttachmentPolicy): Promise<StoredFile> {
  must(canAttach(policy))
  const name = safeName(file.name)
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

const longestName = 120
/** More is not looked at: `normalize` takes quadratic time for long sequences of combining marks. */
const longestSent = 1_000

/** The last part of the name, without what could hide or turn around how it ends. */
export function safeName(name: string) {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const plain = last
    .slice(-longestSent)
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}<>:"|?*]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .trim()
  const dot = plain.lastIndexOf('.')
  if (plain.length <= longestName || dot < 0) return plain.slice(0, longestName)
  const ending = plain.slice(dot).slice(0, 20)
  return plain.slice(0, longestName - ending.length) + ending
}

/** Says that a file is to be saved, and under which name, in letters that every browser reads (RFC 6266). */
export function dispositionOf(name: string) {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
