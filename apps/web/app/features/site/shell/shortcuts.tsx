import type { Translate } from '@stoa/locales/translate'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'

const ShortcutSheet = lazy(async () => {
  const { ShortcutSheet: component } = await import('../../../ui/shortcut-sheet.tsx')
  return { default: component }
})

/** Shortcuts that need the router or a dialog. Those that work before hydration are in `loader.js`. */
export function Shortcuts() {
  const t = useTranslate()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const goUp = useGoUp()
  const { pathname } = useLocation()

  useEffect(() => {
    const run = (key: string | undefined) => {
      if (key === '?') setHelpOpen(true)
      if (key === 'u') goUp()
    }
    const { dataset } = document.documentElement
    run(dataset['pressed'])
    delete dataset['pressed']
    const controller = new AbortController()
    const onShortcut = (event: Event) => {
      event.preventDefault()
      run((event as CustomEvent<string>).detail)
    }
    document.addEventListener('stoa:shortcut', onShortcut, { signal: controller.signal })
    return () => controller.abort()
  }, [goUp])

  if (!isHelpOpen) return null
  return (
    <Suspense>
      <ShortcutSheet
        open
        onOpenChange={setHelpOpen}
        title={t('shortcuts.title')}
        closeLabel={t('dialog.close')}
        thenText={t('shortcuts.then')}
        groups={[
          {
            heading: t('shortcuts.lists'),
            shortcuts: [
              { keys: ['j'], label: t('shortcuts.next') },
              { keys: ['k'], label: t('shortcuts.previous') },
              { keys: ['o'], label: t('shortcuts.open') },
              { keys: ['u'], label: t('shortcuts.up') },
            ],
          },
          ...(pathname === '/review' ? [reviewShortcuts(t)] : []),
          {
            heading: t('shortcuts.everywhere'),
            shortcuts: [
              { keys: ['/'], label: t('shortcuts.search') },
              { keys: ['?'], label: t('shortcuts.help') },
            ],
          },
        ]}
      />
    </Suspense>
  )
}

function reviewShortcuts(t: Translate) {
  return {
    heading: t('review.title'),
    shortcuts: [
      { keys: ['j'], label: t('review.next') },
      { keys: ['k'], label: t('review.previous') },
      { keys: ['s'], label: t('review.skip') },
      { keys: ['z'], label: t('delete.undo') },
    ],
  }
}

/** From a question to the list that it was opened from. */
function useGoUp() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const list = useRef<string>(null)
  useEffect(() => {
    if (!isQuestionPath(pathname)) list.current = pathname + search
  }, [pathname, search])
  // Reads the location when the key is pressed: the effect of the last navigation may not have run yet.
  return useCallback(() => {
    if (!isQuestionPath(location.pathname)) return
    void navigate(list.current ?? toReferringList() ?? '/questions')
  }, [navigate])
}

const isQuestionPath = (pathname: string) => pathname.startsWith('/questions/')

/** The list was left with a page load, because the page was not hydrated yet. */
function toReferringList(): string | null {
  if (!URL.canParse(document.referrer)) return null
  const { origin, pathname, search } = new URL(document.referrer)
  const isList = origin === location.origin && !isQuestionPath(pathname)
  return isList ? pathname + search : null
}
