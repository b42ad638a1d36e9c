import { useEffect, useEffectEvent } from 'react'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { keyOf, type Place } from './browser-store.ts'
import { openDraft } from './under-way.ts'

/** Says which draft the page is about, so that a post that works ends its copy in this browser. Gives its key. */
export function useOpenDraft(place: Place): string {
  const t = useTranslate()
  const { viewer } = useVisit()
  const key = keyOf(viewer?.id ?? '', place)
  const open = useEffectEvent(() => openDraft({ key, notSent: t('draft.not_sent') }))
  useEffect(() => open(), [key])
  return key
}
