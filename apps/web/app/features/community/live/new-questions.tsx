import { toLongId } from '@stoa/contract/ids'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { LivePill } from '../../../ui/live-bar.tsx'
import { MAIN_ID } from '../../../ui/shell/page.tsx'
import { useLive } from './use-live.ts'

type QuestionIds = readonly { id: string }[]
/** The questions that were asked since a list was loaded. */
type AskedSince = { source: QuestionIds; asked: readonly string[] }

/** Counts the questions that were asked since the list was loaded, and loads them on request. */
export function NewQuestions({ list }: { list: QuestionIds }) {
  const t = useTranslate()
  const count = useNewQuestions(list)
  const { state, revalidate } = useRevalidator()
  const isShown = count > 0 && state === 'idle'

  async function show() {
    await revalidate()
    const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: 0, behavior: isReduced ? 'auto' : 'smooth' })
    // The button that had the focus is gone.
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
  }
  const text = isShown ? t('live.questions', { count }) : null
  return <LivePill text={text} onShow={() => void show()} />
}

function useNewQuestions(list: QuestionIds): number {
  const [latest, setLatest] = useState<AskedSince>({ source: list, asked: [] })
  const [own, setOwn] = useState<readonly string[]>([])
  const askedIn = ({ source, asked }: AskedSince) => (source === list ? asked : [])
  useLive({
    lists: true,
    onChange: (changes) =>
      setLatest((previous) => ({
        source: list,
        asked: [...askedIn(previous), ...changes.asked],
      })),
    onAsked: (id) => setOwn((previous) => [...previous, id]),
  })
  const known = new Set([...own, ...list.map(({ id }) => toLongId(id))])
  return new Set(askedIn(latest).filter((id) => !known.has(id))).size
}
