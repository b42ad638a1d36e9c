import { useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { hearForm } from './form-input.ts'
import { useTranslate } from './visit-context.tsx'

type UnsavedChangesProps = {
  /** Another value means that the form was saved as it stands. */
  saved: unknown
  /** What is in the form is kept as a draft: leaving loses nothing. */
  isSafe?: boolean
}

/** Asks before someone leaves a form they have changed. Stands inside the form it watches. */
export function UnsavedChanges({ saved, isSafe = false }: UnsavedChangesProps) {
  const t = useTranslate()
  const place = useRef<HTMLSpanElement>(null)
  const [isChanged, setChanged] = useState(false)

  const [first] = useState(saved)

  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    // Someone may have typed before the page came alive, so the first comparison is with what came with it.
    const before = contentOf(form, saved === first)
    const compare = () => setChanged(contentOf(form, false) !== before)
    compare()
    return hearForm(form, compare)
  }, [saved, first])

  useEffect(() => {
    if (!isChanged || isSafe) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isChanged, isSafe])

  // The form itself posts to its own address.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && !isSafe && currentLocation.pathname !== nextLocation.pathname,
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

/** What is in a form now, or was in it when the page came. */
function contentOf(form: HTMLFormElement, asItCame: boolean): string {
  return JSON.stringify([...form.elements].map((element) => valueOf(element, asItCame)))
}

function valueOf(element: Element, asItCame: boolean): unknown {
  if (element instanceof HTMLSelectElement) {
    return [...element.options].map((option) =>
      asItCame ? option.defaultSelected : option.selected,
    )
  }
  if (element instanceof HTMLTextAreaElement) return asItCame ? element.defaultValue : element.value
  if (!(element instanceof HTMLInputElement)) return null
  if (element.type === 'checkbox' || element.type === 'radio') {
    return asItCame ? element.defaultChecked : element.checked
  }
  return asItCame ? element.defaultValue : element.value
}
