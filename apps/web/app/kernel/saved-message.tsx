import { useEffect, useState } from 'react'
import { Notice } from '../ui/notice.tsx'
import { useToast } from '../ui/toast.tsx'
import { useTranslate } from './visit-context.tsx'

type SavedMessageProps = {
  /** What the action answered when it saved; another value for every time. */
  saved: object | undefined
}

/** Says that a form was saved: in the page when it came with it, for a moment when it came later. */
export function SavedMessage({ saved }: SavedMessageProps) {
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
