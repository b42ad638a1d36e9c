import { useEffect, useState } from 'react'

/** Route `handle` for pages that hydrate on load instead of on first interaction. */
export const hydrateImmediately = 'hydrate-immediately'

/** False on the server and during the hydration render. */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return isHydrated
}
