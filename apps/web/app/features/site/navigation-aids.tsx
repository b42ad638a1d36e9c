import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Progress } from '../../ui/progress.tsx'
import { MAIN_ID } from '../../ui/shell/page.tsx'

/** What a browser does by itself when it loads a page, for pages that change without loading. */
export function NavigationAids() {
  useFocusOnArrival()
  return <Waiting />
}

/** The keyboard goes on from the top of the new page, not from a link that is gone. */
function useFocusOnArrival() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  const typing = useTypingOnTheWay()
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    // Whoever writes in the header already is not torn away from it.
    if (typing.current?.isConnected && typing.current === document.activeElement) return
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
  }, [pathname, typing])
}

/** The field that was typed into since the last page was asked for. */
function useTypingOnTheWay() {
  const field = useRef<EventTarget & Node>(null)
  const isUnderway = useNavigation().state !== 'idle'
  useEffect(() => {
    if (isUnderway) field.current = null
  }, [isUnderway])
  useEffect(() => {
    const stop = new AbortController()
    const remember = ({ target }: Event) => {
      if (target instanceof Node) field.current = target
    }
    document.addEventListener('input', remember, { capture: true, signal: stop.signal })
    return () => stop.abort()
  }, [])
  return field
}

/** Shown only to those who wait: most pages are there before it appears. */
function Waiting() {
  const t = useTranslate()
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div className="fixed inset-x-0 top-0 z-toast animate-fade [animation-delay:400ms] [animation-fill-mode:both]">
      <Progress label={t('app.loading')} className="h-0.5! rounded-none!" />
    </div>
  )
}
