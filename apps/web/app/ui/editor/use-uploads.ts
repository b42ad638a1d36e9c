import type { EditorView } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import type { EditorOptions } from './extension.ts'
import { toLink } from './inline-commands.ts'
import { addPlaceholder, describeImage, replacePlaceholder } from './upload-placeholders.ts'
import type { EditorLabels } from './labels.ts'

export type UploadState = {
  id: string
  /** Counts all uploads of the page. */
  order: number
  file: File
  view: EditorView
  /** 0 to 1. */
  progress: number
  error?: string
  canRetry?: boolean
  /** Of an uploaded image that waits for its alternative text. */
  url?: string
}

let count = 0

function createEntry(view: EditorView, file: File, error: string | undefined): UploadState {
  const order = ++count
  return { id: `upload-${order}`, order, file, view, progress: 0, error }
}

/** Each upload has a placeholder in the text and can be canceled and retried. */
export function useUploads({ upload, checkFile }: EditorOptions, labels: EditorLabels) {
  const [uploads, setUploads] = useState<UploadState[]>([])
  const controllers = useAbortControllers()

  const update = (id: string, changes: Partial<UploadState>) =>
    setUploads((all) => all.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)))

  function remove({ id, view }: UploadState, text: string | null = null) {
    controllers.abort(id)
    replacePlaceholder(view, id, text)
    setUploads((all) => all.filter((entry) => entry.id !== id))
  }

  function insert(entry: UploadState, url: string) {
    const { id, file, view } = entry
    if (!file.type.startsWith('image/')) return remove(entry, toLink(file.name, url))
    replacePlaceholder(view, id, toLink('', url, 'image'), { isBlock: true })
    update(id, { url })
  }

  function describe(entry: UploadState, text: string) {
    if (entry.url !== undefined && text !== '') describeImage(entry.view, entry.url, text)
    remove(entry)
    entry.view.focus()
  }

  async function startUpload(entry: UploadState) {
    if (!upload) return
    const { id, file } = entry
    const signal = controllers.start(id)
    update(id, { progress: 0, error: undefined })
    try {
      const onProgress = (progress: number) => update(id, { progress })
      const result = await upload(file, { signal, onProgress })
      if (signal.aborted) return
      if ('error' in result) update(id, { error: result.error, canRetry: false })
      else insert(entry, result.url)
    } catch (error) {
      if (signal.aborted) return
      console.warn(`upload of ${file.name} failed`, error)
      update(id, { error: labels('upload_failed'), canRetry: true })
    }
  }

  function start(view: EditorView, files: File[], at = view.state.selection.main.to) {
    for (const file of files) {
      const entry = createEntry(view, file, checkFile?.(file) ?? undefined)
      setUploads((all) => [...all, entry])
      if (entry.error !== undefined) continue
      addPlaceholder(view, { ...entry, at, label: labels('upload_place', { name: file.name }) })
      void startUpload(entry)
    }
  }

  const retry = (entry: UploadState) => void startUpload(entry)
  return { uploads, start, retry, cancel: remove, describe }
}

/** By upload. Those that are left are aborted with the editor. */
function useAbortControllers() {
  const controllers = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const running = controllers.current
    return () => {
      for (const controller of running.values()) controller.abort()
    }
  }, [])
  return {
    start(id: string): AbortSignal {
      const controller = new AbortController()
      controllers.current.set(id, controller)
      return controller.signal
    },
    abort(id: string) {
      controllers.current.get(id)?.abort()
      controllers.current.delete(id)
    },
  }
}
