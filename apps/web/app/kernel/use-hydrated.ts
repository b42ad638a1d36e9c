import { useEffect, useState } from 'react'

/** False on the server and during the hydration render. */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return isHydrated
}
