import type { Envelope } from '@stoa/contract/envelope'
import type { FieldError } from '@stoa/contract/errors'
import { uploadFile } from '@stoa/contract/features/uploads'
import type { UploadResult, UploadOptions } from '../../../ui/editor/extension.ts'

type Source = 'post' | 'post_attachment'

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
export function sendFile(
  source: Source,
  file: File,
  { signal, onProgress, language }: UploadOptions & { language: string },
): Promise<UploadResult> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(uploadFile.method, uploadFile.path)
    request.setRequestHeader('accept-language', language)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onload = () => {
      const uploaded = toUploaded(request.response as Envelope | null)
      if (uploaded === null) reject(new Error(`upload failed: ${request.status}`))
      else resolve(uploaded)
    }
    request.onerror = () => reject(new Error('upload failed'))
    signal.addEventListener('abort', () => request.abort())
    request.send(toFormData(source, file))
  })
}

function toFormData(source: Source, file: File) {
  const form = new FormData()
  form.append('source', source)
  form.append('file', file)
  return form
}

/** Null for errors that a retry may fix. */
function toUploaded(envelope: Envelope | null): UploadResult | null {
  if (envelope === null || envelope.status >= 500) return null
  if (envelope.status === 200) return { url: String(envelope.data) }
  const [field] = Array.isArray(envelope.data) ? (envelope.data as FieldError[]) : []
  return { error: field?.error_msg ?? envelope.msg }
}
