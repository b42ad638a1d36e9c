import { useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useTranslate } from './visit-context.tsx'

type UnsavedChangesProps = {
  /** Another value means that the form was saved as it stands. */
  saved: unknown
}

/** Asks before someone leaves a form they have changed. Stands inside the form it watches. */
export function UnsavedChanges({ saved }: UnsavedChangesProps) {
  const t = useTranslate()
  const place = useRef<HTMLSpanElement>(null)
  const [isChanged, setChanged] = useState(false)

  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    const before = contentOf(form)
    const compare = () => setChanged(contentOf(form) !== before)
    setChanged(false)
    form.addEventListener('input', compare)
    return () => form.removeEventListener('input', compare)
  }, [saved])

  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isChanged])

  // The form itself posts to its own address.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <>
      <span ref={place} hidden />
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        onOpenChange={(open) => !open && blocker.reset?.()}
        title={t('unsaved.title')}
        description={t('unsaved.text')}
        confirmLabel={t('unsaved.leave')}
        cancelLabel={t('unsaved.stay')}
        onConfirm={() => blocker.proceed?.()}
      />
    </>
  )
}

function contentOf(form: HTMLFormElement): string {
  const entries = [...new FormData(form)]
  return JSON.stringify(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
  )
}
