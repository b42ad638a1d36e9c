import type { Host, UiPlugin } from '@stoa/plugin-kit/ui'
import { useEffect, useState } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { useVisit } from '../../../kernel/visit-context.tsx'
import type { PagePlugin } from '../../../kernel/visit.ts'
import { createHost } from './create-host.ts'
import { loadPlugin } from './load-plugin.ts'
import { hasImportMap } from './plugin-part.tsx'
import { PluginStyle } from './text-plugins.tsx'

/** Follows the texts on the page, and lets scripts of plugins change what their plugin shows there. */
export function TextPieces({ plugins }: { plugins: readonly PagePlugin[] }) {
  const [found, setFound] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const find = () => {
      const slugs = plugins.map(({ slug }) => slug).filter((slug) => listPieces(slug).length > 0)
      setFound((known) =>
        slugs.every((slug) => known.has(slug)) ? known : new Set([...known, ...slugs]),
      )
    }
    return onTextsChanged(find)
  }, [plugins])
  return plugins
    .filter(({ slug }) => found.has(slug))
    .map((plugin) => (
      <div key={plugin.slug} hidden>
        <PluginStyle plugin={plugin} />
        {plugin.hasPieces && hasImportMap() && <Script plugin={plugin} />}
      </div>
    ))
}

function Script({ plugin }: { plugin: PagePlugin }) {
  const visit = useVisit()
  const api = useApi()
  useEffect(() => {
    const undo = new Map<HTMLElement, () => void>()
    let stop: (() => void) | undefined
    let isGone = false
    const start = async () => {
      const { module, messages } = await loadPlugin(plugin, visit.locale)
      const host = createHost(plugin, { visit, api, messages })
      if (!isGone) stop = onTextsChanged(() => updatePieces(module, host, undo))
    }
    start().catch((error: unknown) => console.error(`plugin ${plugin.slug} failed`, error))
    return () => {
      isGone = true
      stop?.()
      for (const undoOne of undo.values()) undoOne()
    }
  }, [plugin, visit, api])
  return null
}

/** Undoes those that are gone. A piece that fails stays as it is. */
function updatePieces({ pieces }: UiPlugin, host: Host, undo: Map<HTMLElement, () => void>) {
  for (const [element, undoOne] of undo) {
    if (element.isConnected) continue
    undo.delete(element)
    guard(host, undoOne)
  }
  for (const element of listPieces(host.plugin)) {
    if (undo.has(element)) continue
    undo.set(element, () => {})
    guard(host, () => {
      const undoOne = pieces?.(element, host)
      if (typeof undoOne === 'function') undo.set(element, undoOne)
    })
  }
}

function guard(host: Host, run: () => void) {
  try {
    run()
  } catch (error) {
    console.error(`plugin ${host.plugin} failed`, error)
  }
}

/** In texts only, not in slots, where plugins have components. */
function listPieces(slug: string): HTMLElement[] {
  const all = document.querySelectorAll<HTMLElement>(`[dir=auto] .plugin-${slug}`)
  return [...all].filter((element) => element.closest('[data-plugin]') === null)
}

/** Now, and at most once per frame after the page has changed. */
function onTextsChanged(listener: () => void): () => void {
  let frame = 0
  const observer = new MutationObserver(() => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      listener()
    })
  })
  observer.observe(document.body, { childList: true, subtree: true })
  listener()
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
  }
}
