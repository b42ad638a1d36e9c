import type { EditorView } from '@codemirror/view'
import { useEffect, useRef, useState } from 'react'
import type { EditorOptions } from './extension.ts'
import { toLink } from './inline-commands.ts'
import { closePlace, openPlace } from './upload-places.ts'
import type { EditorWords } from './words.ts'

export type UploadState = {
  id: string
  file: File
  view: EditorView
  /** 0 to 1. */
  done: number
  error?: string
  /** Whether sending it again could help. */
  again?: boolean
}

let count = 0

/** Files on their way into the text: each has a place in it, a progress and a way to be stopped. */
export function useUploads({ upload, checkFile }: EditorOptions, words: EditorWords) {
  const [uploads, setUploads] = useState<UploadState[]>([])
  const stops = useRef(new Map<string, AbortController>())

  useEffect(() => {
    const running = stops.current
    return () => {
      for (const stop of running.values()) stop.abort()
    }
  }, [])

  const change = (id: string, part: Partial<UploadState>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)))

  function remove({ id, view }: UploadState, text: string | null = null) {
    stops.current.get(id)?.abort()
    stops.current.delete(id)
    closePlace(view, id, text)
    setUploads((all) => all.filter((one) => one.id !== id))
  }

  async function send(one: UploadState) {
    if (!upload) return
    const { id, file } = one
    const stop = new AbortController()
    const { signal } = stop
    stops.current.set(id, stop)
    change(id, { done: 0, error: undefined })
    try {
      const uploaded = await upload(file, { signal, onProgress: (done) => change(id, { done }) })
      if (signal.aborted) return
      if ('refused' in uploaded) change(id, { error: uploaded.refused, again: false })
      else remove(one, textOf(file, uploaded.url))
    } catch (error) {
      if (signal.aborted) return
      console.warn(`${file.name} was not uploaded`, error)
      change(id, { error: words('upload_failed'), again: true })
    }
  }

  function start(view: EditorView, files: File[], at = view.state.selection.main.to) {
    for (const file of files) {
      const error = checkFile?.(file) ?? undefined
      const order = ++count
      const one: UploadState = { id: `upload-${order}`, file, view, done: 0, error }
      setUploads((all) => [...all, one])
      if (error !== undefined) continue
      openPlace(view, { id: one.id, at, order, label: words('upload_place', { name: file.name }) })
      void send(one)
    }
  }

  return { uploads, start, retry: (one: UploadState) => void send(one), cancel: remove }
}

function textOf(file: File, url: string): string {
  if (!file.type.startsWith('image/')) return toLink(file.name, url)
  return `${toLink(file.name.replace(/\.[^.]*$/, ''), url, 'image')}\n`
}
