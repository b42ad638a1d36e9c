import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { MAIN_ID } from '../../../ui/shell/page.tsx'

/** Focus and progress for client-side navigation, as browsers provide for page loads. */
export function NavigationAids() {
  useFocusOnNavigation()
  return <LoadingBar />
}

/** Moves the focus to the top of the new page. */
function useFocusOnNavigation() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  const inputField = useLastInputField()
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    // Does not interrupt typing in the header.
    if (inputField.current?.isConnected && inputField.current === document.activeElement) return
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
  }, [pathname, inputField])
}

/** The field that received input since the last navigation started. */
function useLastInputField() {
  const field = useRef<EventTarget & Node>(null)
  const isNavigating = useNavigation().state !== 'idle'
  useEffect(() => {
    if (isNavigating) field.current = null
  }, [isNavigating])
  useEffect(() => {
    const controller = new AbortController()
    const remember = ({ target }: Event) => {
      if (target instanceof Node) field.current = target
    }
    document.addEventListener('input', remember, { capture: true, signal: controller.signal })
    return () => controller.abort()
  }, [])
  return field
}

/** Appears after a delay, so that fast navigations do not show it. */
function LoadingBar() {
  const t = useTranslate()
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div className="fixed inset-x-0 top-0 z-toast animate-fade [animation-delay:400ms] [animation-fill-mode:both]">
      <Progress label={t('app.loading')} className="h-0.5! rounded-none!" />
    </div>
  )
}
