import { useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { onFormInput } from './form.tsx'
import { useTranslate } from './visit-context.tsx'

type UnsavedChangesProps = {
  /** Changes when the form was saved. */
  saved: unknown
  /** True when a draft is stored, so leaving loses nothing. */
  isSafe?: boolean
}

/** Asks before leaving a changed form. Must be rendered inside the form. */
export function UnsavedChanges({ saved, isSafe = false }: UnsavedChangesProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const [isChanged, setChanged] = useState(false)

  const [initial] = useState(saved)

  useEffect(() => {
    const form = anchor.current?.closest('form')
    if (!form) return
    // Text may have been typed before hydration, so first compare with the values the server rendered.
    const baseline = contentOf(form, saved === initial)
    const compare = () => setChanged(contentOf(form, false) !== baseline)
    compare()
    return onFormInput(form, compare)
  }, [saved, initial])

  return (
    <>
      <span ref={anchor} hidden />
      <LeaveDialog isChanged={isChanged && !isSafe} />
    </>
  )
}

/** Asks before leaving while something is not saved. */
export function LeaveDialog({ isChanged }: { isChanged: boolean }) {
  const t = useTranslate()

  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isChanged])

  // The form posts to its own path, which must not be blocked.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={t('unsaved.title')}
      description={t('unsaved.text')}
      confirmLabel={t('unsaved.leave')}
      cancelLabel={t('unsaved.stay')}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}

function contentOf(form: HTMLFormElement, readDefaults: boolean): string {
  return JSON.stringify([...form.elements].map((element) => valueOf(element, readDefaults)))
}

function valueOf(element: Element, readDefaults: boolean): unknown {
  if (element instanceof HTMLSelectElement) {
    return [...element.options].map((option) =>
      readDefaults ? option.defaultSelected : option.selected,
    )
  }
  if (element instanceof HTMLTextAreaElement)
    return readDefaults ? element.defaultValue : element.value
  if (!(element instanceof HTMLInputElement)) return null
  if (element.type === 'checkbox' || element.type === 'radio') {
    return readDefaults ? element.defaultChecked : element.checked
  }
  return readDefaults ? element.defaultValue : element.value
}
