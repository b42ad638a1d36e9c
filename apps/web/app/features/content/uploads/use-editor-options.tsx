import type { SlotProps } from '@stoa/plugin-kit/slots'
import { useMemo } from 'react'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import type { EditorOptions } from '../../../ui/editor/extension.ts'
import { Slot } from '../../site/plugin-slots/slot.tsx'
import { sendFile } from './send-file.ts'
import { useServerPreview } from './use-server-preview.ts'

const bytesPerMegabyte = 1024 * 1024

type EditorKind = SlotProps['editor.toolbar']['kind']

/** Uploads and tools of plugins. Descriptions of tags have no tools of plugins. */
export function useEditorOptions(kind: EditorKind | null): EditorOptions {
  const t = useTranslate()
  const { imageMegabytes, attachmentMegabytes, attachments } = useVisit().site.uploads
  const renderOnServer = useServerPreview()
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
      ...(renderOnServer === null ? {} : { renderOnServer }),
      ...(kind === null ? {} : { renderTools: (insert) => toTools(kind, insert) }),
      ...(attachments.length === 0 ? {} : { attachments: attachments.map(toFileEnding).join(',') }),
    }),
    [t, kind, renderOnServer, imageMegabytes, attachmentMegabytes, attachments],
  )
}

function toTools(kind: EditorKind, insert: (text: string) => void) {
  return <Slot name="editor.toolbar" kind={kind} onInsert={insert} className="flex-none text-sm" />
}

const isImage = (file: File) => file.type.startsWith('image/')
const toFileEnding = (extension: string) =>
  extension.startsWith('.') ? extension : `.${extension}`
