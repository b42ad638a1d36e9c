import type { EditorView } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import type { EditorOptions } from './extension.ts'
import { toLink } from './inline-commands.ts'
import { replacePlaceholder, addPlaceholder } from './upload-placeholders.ts'
import type { EditorLabels } from './labels.ts'

export type UploadState = {
  id: string
  file: File
  view: EditorView
  /** 0 to 1. */
  progress: number
  error?: string
  canRetry?: boolean
}

let count = 0

/** Each upload has a placeholder in the text and can be canceled and retried. */
export function useUploads({ upload, checkFile }: EditorOptions, labels: EditorLabels) {
  const [uploads, setUploads] = useState<UploadState[]>([])
  const controllers = useRef(new Map<string, AbortController>())

  useEffect(() => {
    const running = controllers.current
    return () => {
      for (const controller of running.values()) controller.abort()
    }
  }, [])

  const update = (id: string, changes: Partial<UploadState>) =>
    setUploads((all) => all.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)))

  function remove({ id, view }: UploadState, text: string | null = null) {
    controllers.current.get(id)?.abort()
    controllers.current.delete(id)
    replacePlaceholder(view, id, text)
    setUploads((all) => all.filter((entry) => entry.id !== id))
  }

  async function startUpload(entry: UploadState) {
    if (!upload) return
    const { id, file } = entry
    const controller = new AbortController()
    const { signal } = controller
    controllers.current.set(id, controller)
    update(id, { progress: 0, error: undefined })
    try {
      const onProgress = (progress: number) => update(id, { progress })
      const result = await upload(file, { signal, onProgress })
      if (signal.aborted) return
      if ('error' in result) update(id, { error: result.error, canRetry: false })
      else remove(entry, toMarkdown(file, result.url))
    } catch (error) {
      if (signal.aborted) return
      console.warn(`upload of ${file.name} failed`, error)
      update(id, { error: labels('upload_failed'), canRetry: true })
    }
  }

  function start(view: EditorView, files: File[], at = view.state.selection.main.to) {
    for (const file of files) {
      const error = checkFile?.(file) ?? undefined
      const order = ++count
      const entry: UploadState = { id: `upload-${order}`, file, view, progress: 0, error }
      setUploads((all) => [...all, entry])
      if (error !== undefined) continue
      const label = labels('upload_place', { name: file.name })
      addPlaceholder(view, { id: entry.id, at, order, label })
      void startUpload(entry)
    }
  }

  return { uploads, start, retry: (entry: UploadState) => void startUpload(entry), cancel: remove }
}

function toMarkdown(file: File, url: string): string {
  if (!file.type.startsWith('image/')) return toLink(file.name, url)
  return `${toLink(file.name.replace(/\.[^.]*$/, ''), url, 'image')}\n`
}
