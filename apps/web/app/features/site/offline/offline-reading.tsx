import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'

/** Saves the questions that a member reads, for when there is no connection. Loads nothing for visitors. */
export function OfflineReading() {
  const { viewer, timeZone } = useVisit()
  const t = useTranslate()
  const { pathname } = useLocation()
  const isSettled = useNavigation().state === 'idle'
  const userId = viewer?.id ?? null

  useEffect(() => {
    if (!('serviceWorker' in navigator) || !isSettled) return
    if (userId === null && navigator.serviceWorker.controller === null) return
    return whenIdle(async () => {
      const { forgetDevice, savePage } = await import('./saved-pages.ts')
      await (userId === null ? forgetDevice() : savePage(userId, pathname, { t, timeZone }))
    })
  }, [userId, pathname, isSettled, t, timeZone])

  useEffect(() => {
    document.addEventListener('click', openAsDocument, true)
    return () => document.removeEventListener('click', openAsDocument, true)
  }, [])
  return null
}

/** After the page has loaded. A browser that has no room, or forbids it, works as well. */
function whenIdle(work: () => Promise<void>) {
  const run = () => {
    const start =
      window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 1000))
    start(() => {
      if (!isCanceled) work().catch(() => undefined)
    })
  }
  let isCanceled = false
  if (document.readyState === 'complete') run()
  else window.addEventListener('load', run, { once: true })
  return () => {
    isCanceled = true
    window.removeEventListener('load', run)
  }
}

/** Without a connection, only the service worker has pages, and it gets only requests for documents. */
function openAsDocument(event: MouseEvent) {
  if (navigator.onLine || !navigator.serviceWorker?.controller) return
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
  const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  if (link === null || hasModifier || !isOtherPage(link)) return
  event.preventDefault()
  event.stopPropagation()
  location.assign(link.href)
}

function isOtherPage({ origin, pathname, hash, target }: HTMLAnchorElement) {
  const isSamePage = pathname === location.pathname && hash !== ''
  return origin === location.origin && !isSamePage && target !== '_blank'
}
