import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { Notice } from '../ui/notice.tsx'
import { useToast } from '../ui/toast.tsx'
import { useTranslate } from './visit-context.tsx'

export const savedParameter = 'saved'

const savedBeforeLoad = {}

/** Returns a new object for each save; undefined when the form was not saved or was rejected. */
export function useSaved(actionData: object | undefined): object | undefined {
  const { search } = useLocation()
  if (actionData !== undefined) return 'saved' in actionData ? actionData : undefined
  return new URLSearchParams(search).has(savedParameter) ? savedBeforeLoad : undefined
}

/** Inline when the page was loaded by the save, otherwise a toast. */
export function SavedMessage({ saved }: { saved: object | undefined }) {
  const t = useTranslate()
  const [initial] = useState(saved)
  if (saved === undefined) return null
  if (saved !== initial) return <SavedToast saved={saved} />
  return (
    <Notice tone="ok" live>
      {t('form.saved')}
    </Notice>
  )
}

function SavedToast({ saved }: { saved: object }) {
  const t = useTranslate()
  const showToast = useToast()
  const { state } = useNavigation()
  const shown = useRef<object>(null)
  const show = useEffectEvent(() => {
    if (shown.current === saved) return
    shown.current = saved
    showToast({ text: t('form.saved'), tone: 'ok' })
  })
  // After the data was loaded again, because the save may have changed the language.
  useEffect(() => {
    if (state === 'idle') show()
  }, [saved, state])
  return null
}
