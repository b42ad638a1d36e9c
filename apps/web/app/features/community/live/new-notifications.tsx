import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { LivePill } from '../../../ui/live-bar.tsx'
import { MAIN_ID } from '../../../ui/shell/page.tsx'
import { useLive } from './use-live.ts'

type NewNotificationsProps = { type: 'inbox' | 'achievement'; list: readonly object[] }

/** Offers the notifications since the list was loaded. */
export function NewNotifications({ type, list }: NewNotificationsProps) {
  const t = useTranslate()
  const count = useVisit().viewer?.counts?.[type] ?? 0
  const { state, revalidate } = useRevalidator()
  // The counts of the page are those from before it was opened.
  const [changed, setChanged] = useState<readonly object[]>()
  useLive({ onChange: ({ hasCounts }) => hasCounts && setChanged(list) })

  async function show() {
    await revalidate()
    document.getElementById(MAIN_ID)?.focus()
  }
  const isShown = changed === list && count > 0 && state === 'idle'
  const text = isShown ? t('live.notifications', { count }) : null
  return <LivePill text={text} onShow={() => void show()} />
}
