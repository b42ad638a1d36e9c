import { useEffect, useEffectEvent } from 'react'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { type DraftTarget, toStorageKey } from './browser-store.ts'
import { registerOpenDraft } from './pending-saves.ts'

/** Registers the draft of the page, so that a successful post removes the local draft. Returns its storage key. */
export function useOpenDraft(target: DraftTarget): string {
  const t = useTranslate()
  const { viewer } = useVisit()
  const key = toStorageKey(viewer?.id ?? '', target)
  const register = useEffectEvent(() =>
    registerOpenDraft({ key, failureMessage: t('draft.not_sent') }),
  )
  useEffect(() => register(), [key])
  return key
}
