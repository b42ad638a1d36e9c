import { useMemo } from 'react'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import type { EditorOptions } from '../../../ui/editor/extension.ts'
import { sendFile } from './send-file.ts'

const bytesPerMegabyte = 1024 * 1024

export function useUploadOptions(): EditorOptions {
  const t = useTranslate()
  const { imageMegabytes, attachmentMegabytes, attachments } = useVisit().site.uploads
  return useMemo(
    () => ({
      upload: (file, options) =>
        sendFile(isImage(file) ? 'post' : 'post_attachment', file, { ...options, language: t.tag }),
      checkFile(file) {
        // Only the size is checked here; the server checks the rest.
        const megabytes = isImage(file) ? imageMegabytes : attachmentMegabytes
        if (file.size <= megabytes * bytesPerMegabyte) return null
        return t('error.upload.too_large', { megabytes })
      },
      ...(attachments.length === 0 ? {} : { attachments: attachments.map(toFileEnding).join(',') }),
    }),
    [t, imageMegabytes, attachmentMegabytes, attachments],
  )
}

const isImage = (file: File) => file.type.startsWith('image/')
const toFileEnding = (extension: string) =>
  extension.startsWith('.') ? extension : `.${extension}`
