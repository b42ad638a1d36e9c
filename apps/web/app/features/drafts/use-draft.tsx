import type { Draft } from '@stoa/contract/features/drafts'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useApi } from '../../kernel/api.ts'
import { hearForm } from '../../kernel/form-input.ts'
import { newKey } from '../../kernel/new-key.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { useToast } from '../../ui/toast.tsx'
import { parseCopy, type Place, sweepCopies } from './browser-store.ts'
import type { Fields } from './draft-copies.ts'
import { type DraftKeeper, type DraftState, keepDraft } from './draft-keeper.ts'
import { DraftNotice } from './draft-notice.tsx'
import { DraftStatus } from './draft-status.tsx'
import { findStart } from './find-start.ts'
import { putFields, readFields } from './form-fields.ts'
import { useOpenDraft } from './use-open-draft.ts'

type DraftOptions = {
  place: Place
  /** What the form would hold without any draft, by the names of its fields. `version` is that of the post. */
  pristine: Fields
  /** What the server has; the form came with it. */
  kept: Draft | null
  /** The form is on its way. */
  isSending: boolean
  /** The form came with something newer than any draft, such as what was just refused. */
  isAgain?: boolean
  /** The form came before the draft was asked for, as if there were none. */
  isLate?: boolean
}

export type UsedDraft = {
  /** Stands inside the form. */
  anchor: ReactNode
  /** What became of the draft, for the editor or the head of the page. */
  status: ReactNode
  /** That the same was written elsewhere; empty mostly. */
  notice: ReactNode
  /** Everything in the form is on the server, or there is nothing in it. */
  isSafe: boolean
  /** There is something to throw away. */
  isBegun: boolean
  saveNow: () => void
  discard: () => void
}

/** Keeps what is written in the form around `anchor`, here and on the server, until it is posted. */
export function useDraft(options: DraftOptions): UsedDraft {
  const { pristine, isSending } = options
  const t = useTranslate()
  const toast = useToast()
  const anchor = useRef<HTMLSpanElement>(null)
  const { keeper, state, other, form } = useKeeper(anchor, options)

  useEffect(() => keeper.current?.hold(isSending), [keeper, isSending])

  const put = (fields: Fields) => {
    const element = form()
    if (element === null) return
    putFields(element, fields)
    keeper.current?.change(readFields(element, Object.keys(pristine)))
  }
  const swap = () => {
    const element = form()
    if (element === null || other === null) return
    const mine = readFields(element, Object.keys(pristine))
    put(other)
    keeper.current?.setOther(mine)
  }
  const discard = () => {
    const element = form()
    if (element === null) return
    const before = readFields(element, Object.keys(pristine))
    put(pristine)
    keeper.current?.flush('everywhere')
    toast({
      text: t('draft.discarded'),
      action: { label: t('draft.undo'), onSelect: () => put(before) },
    })
  }

  return {
    anchor: <span ref={anchor} hidden />,
    status: <DraftStatus state={state} />,
    notice: other !== null && (
      <DraftNotice onShow={swap} onDismiss={() => keeper.current?.setOther(null)} />
    ),
    isSafe: state.is === 'saved' || state.is === 'none',
    isBegun: state.is !== 'none',
    saveNow: () => keeper.current?.flush('everywhere'),
    discard,
  }
}

function useKeeper(anchor: RefObject<HTMLSpanElement | null>, options: DraftOptions) {
  const { place, pristine, kept, isAgain = false, isLate = false } = options
  const api = useApi()
  const keeper = useRef<DraftKeeper>(null)
  const [state, setState] = useState<DraftState>(() =>
    kept === null ? { is: 'none' } : { is: 'saved', at: kept.saved_at },
  )
  const [other, setOther] = useState<Fields | null>(null)
  const form = () => anchor.current?.closest('form') ?? null

  const begin = useEffectEvent((key: string) => {
    const element = form()
    if (element === null) return
    sweepCopies(Math.floor(Date.now() / 1000))
    const read = () => readFields(element, Object.keys(pristine))
    const start = findStart({ key, pristine, kept, isAgain, isLate, typed: read() })
    const writer = newKey()
    const told = { onState: setState, onOther: setOther }
    const begun = keepDraft({ api, place, key, writer, pristine, start, ...told })
    keeper.current = begun
    putFields(element, start.fields)
    setOther(start.other)
    if (!start.isSaved) {
      setState({ is: 'waiting' })
      begun.flush('everywhere')
    }
    const leave = listen(element, key, begun, () => begun.change(read()))
    return () => {
      leave()
      begun.flush('everywhere')
      begun.stop()
    }
  })

  const key = useOpenDraft(place)
  useEffect(() => begin(key), [key])

  return { keeper, state, other, form }
}

/** Hears of every change, and of every moment after which there may be no other. */
function listen(form: HTMLFormElement, key: string, keeper: DraftKeeper, change: () => void) {
  const stop = new AbortController()
  const { signal } = stop
  const everywhere = () => keeper.flush('everywhere')
  const unhear = hearForm(form, change)
  form.addEventListener('focusout', everywhere, { signal })
  document.addEventListener('visibilitychange', everywhere, { signal })
  window.addEventListener('pagehide', () => keeper.flush('here'), { signal })
  window.addEventListener(
    'storage',
    (event) => event.key === key && keeper.hear(parseCopy(event.newValue)),
    { signal },
  )
  return () => {
    unhear()
    stop.abort()
  }
}
