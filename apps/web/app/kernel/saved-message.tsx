import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Notice } from '../ui/notice.tsx'
import { useToast } from '../ui/toast.tsx'
import { savedParameter } from './saved.ts'
import { useTranslate } from './visit-context.tsx'

const beforeThisPage = {}

/** Another object for every time this form was saved; undefined when it was not, or was refused. */
export function useSaved(actionData: object | undefined): object | undefined {
  const { search } = useLocation()
  if (actionData !== undefined) return 'saved' in actionData ? actionData : undefined
  return new URLSearchParams(search).has(savedParameter) ? beforeThisPage : undefined
}

/** Says that a form was saved: in the page when it came with it, for a moment when it came later. */
export function SavedMessage({ saved }: { saved: object | undefined }) {
  const t = useTranslate()
  const [first] = useState(saved)
  if (saved === undefined) return null
  if (saved !== first) return <SavedToast saved={saved} />
  return (
    <Notice tone="ok" live>
      {t('form.saved')}
    </Notice>
  )
}

function SavedToast({ saved }: { saved: object }) {
  const t = useTranslate()
  const show = useToast()
  const text = t('form.saved')
  useEffect(() => show({ text, tone: 'ok' }), [saved, show, text])
  return null
}
