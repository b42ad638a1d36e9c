import type { Draft } from '@stoa/contract/features/drafts'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useApi, createRandomKey } from '../../../kernel/api.ts'
import { onFormInput } from '../../../kernel/form.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { type DraftTarget, parseLocalDraft, removeExpiredDrafts } from './browser-store.ts'
import { type DraftAutosave, type DraftState, startAutosave } from './draft-autosave.ts'
import { DraftNotice } from './draft-notice.tsx'
import { DraftStatus } from './draft-status.tsx'
import { fillFields, readFields } from './form-fields.ts'
import { chooseInitialDraft } from './initial-draft.ts'
import type { Fields } from './local-draft.ts'
import { useOpenDraft } from './use-open-draft.ts'

type DraftOptions = {
  target: DraftTarget
  /** The values of the form without any draft. `version` is that of the post. */
  pristine: Fields
  /** The draft on the server, which the form was rendered with. */
  savedDraft: Draft | null
  isSubmitting: boolean
  /** The form was rendered with values newer than any draft, such as a rejected submission. */
  hasNewerValues?: boolean
  /** The form was rendered before the draft was fetched. */
  isFetchedLater?: boolean
}

export type DraftControls = {
  /** Must be rendered inside the form. */
  anchor: ReactNode
  status: ReactNode
  /** Shown when the draft was also changed elsewhere. */
  notice: ReactNode
  /** Whether the server has everything in the form. */
  isSaved: boolean
  hasDraft: boolean
  saveNow: () => void
  discard: () => void
}

/** Autosaves the form around `anchor` in this browser and on the server until it is posted. */
export function useDraft(options: DraftOptions): DraftControls {
  const { pristine, isSubmitting } = options
  const t = useTranslate()
  const toast = useToast()
  const anchor = useRef<HTMLSpanElement>(null)
  const { autosave, state, conflict, getForm } = useAutosave(anchor, options)

  useEffect(() => autosave.current?.setPaused(isSubmitting), [autosave, isSubmitting])

  const fill = (fields: Fields) => {
    const element = getForm()
    if (element === null) return
    fillFields(element, fields)
    autosave.current?.change(readFields(element, Object.keys(pristine)))
  }
  const swap = () => {
    const element = getForm()
    if (element === null || conflict === null) return
    const mine = readFields(element, Object.keys(pristine))
    fill(conflict)
    autosave.current?.setConflict(mine)
  }
  const discard = () => {
    const element = getForm()
    if (element === null) return
    const previous = readFields(element, Object.keys(pristine))
    fill(pristine)
    autosave.current?.flush('server')
    toast({
      text: t('draft.discarded'),
      action: { label: t('draft.undo'), onSelect: () => fill(previous) },
    })
  }

  return {
    anchor: <span ref={anchor} hidden />,
    status: <DraftStatus state={state} />,
    notice: conflict !== null && (
      <DraftNotice onShow={swap} onDismiss={() => autosave.current?.setConflict(null)} />
    ),
    isSaved: state.status === 'saved' || state.status === 'none',
    hasDraft: state.status !== 'none',
    saveNow: () => autosave.current?.flush('server'),
    discard,
  }
}

function useAutosave(anchor: RefObject<HTMLSpanElement | null>, options: DraftOptions) {
  const { target, pristine, savedDraft, hasNewerValues = false, isFetchedLater = false } = options
  const api = useApi()
  const autosave = useRef<DraftAutosave>(null)
  const [state, setState] = useState<DraftState>(() =>
    savedDraft === null ? { status: 'none' } : { status: 'saved', at: savedDraft.saved_at },
  )
  const [conflict, setConflict] = useState<Fields | null>(null)
  const getForm = () => anchor.current?.closest('form') ?? null

  const start = useEffectEvent((key: string) => {
    const element = getForm()
    if (element === null) return
    removeExpiredDrafts(Math.floor(Date.now() / 1000))
    const read = () => readFields(element, Object.keys(pristine))
    const initial = chooseInitialDraft({
      key,
      pristine,
      savedDraft,
      hasNewerValues,
      isFetchedLater,
      current: read(),
    })
    const started = startAutosave({
      api,
      target,
      key,
      writer: createRandomKey(),
      pristine,
      initial,
      onState: setState,
      onConflict: setConflict,
    })
    autosave.current = started
    fillFields(element, initial.fields)
    setConflict(initial.conflict)
    if (!initial.isSaved) {
      setState({ status: 'waiting' })
      started.flush('server')
    }
    const unlisten = listen(element, key, started, () => started.change(read()))
    return () => {
      unlisten()
      started.flush('server')
      started.stop()
    }
  })

  const key = useOpenDraft(target)
  useEffect(() => start(key), [key])

  return { autosave, state, conflict, getForm }
}

/** Listens for changes, and for the events that may precede the end of the page. */
function listen(form: HTMLFormElement, key: string, autosave: DraftAutosave, change: () => void) {
  const controller = new AbortController()
  const { signal } = controller
  const flushToServer = () => autosave.flush('server')
  const stopInput = onFormInput(form, change)
  form.addEventListener('focusout', flushToServer, { signal })
  document.addEventListener('visibilitychange', flushToServer, { signal })
  window.addEventListener('pagehide', () => autosave.flush('local'), { signal })
  window.addEventListener(
    'storage',
    (event) => event.key === key && autosave.handleStorageChange(parseLocalDraft(event.newValue)),
    { signal },
  )
  return () => {
    stopInput()
    controller.abort()
  }
}
