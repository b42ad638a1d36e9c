import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { useVisit, VisitProvider } from '../../../kernel/visit-context.tsx'
import type { NewCounts } from '../../../kernel/visit.ts'
import { useLive } from './use-live.ts'

/** Keeps the counts of the visit current while the page is open. */
export function LiveCounts({ children }: { children: ReactNode }) {
  const visit = useVisit()
  const counts = useLiveCounts(visit.viewer?.counts ?? null)
  const value = useMemo(
    () => (visit.viewer === null ? visit : { ...visit, viewer: { ...visit.viewer, counts } }),
    [visit, counts],
  )
  return <VisitProvider value={value}>{children}</VisitProvider>
}

/** The loaded counts, or newer ones. */
function useLiveCounts(loaded: NewCounts | null): NewCounts | null {
  const [latest, setLatest] = useState({ source: loaded, counts: loaded })
  const source = useRef(loaded)
  const isLoading = useIsLoading()
  const isOutdated = useRef(false)
  const request = useRef(0)

  async function refresh() {
    const number = ++request.current
    const { loadCounts } = await import('./load-counts.ts')
    const before = source.current
    const counts = await loadCounts()
    if (number !== request.current) return
    // The page was loaded meanwhile: which of the two is newer is unknown.
    if (before !== source.current) return refresh()
    setLatest({ source: before, counts })
    // The page that is being loaded may have been read before.
    isOutdated.current = isLoading.current
  }
  const refreshOutdated = useEffectEvent(() => {
    if (!isOutdated.current) return
    isOutdated.current = false
    refresh().catch(() => undefined)
  })
  useEffect(() => {
    source.current = loaded
    refreshOutdated()
  }, [loaded])
  useLive({
    onChange({ hasCounts, isAny }) {
      // The next message tries again.
      if (hasCounts || isAny) refresh().catch(() => undefined)
    },
  })
  return latest.source === loaded ? latest.counts : loaded
}

function useIsLoading() {
  const navigation = useNavigation()
  const revalidator = useRevalidator()
  const value = navigation.state !== 'idle' || revalidator.state !== 'idle'
  const isLoading = useRef(value)
  useEffect(() => {
    isLoading.current = value
  }, [value])
  return isLoading
}
