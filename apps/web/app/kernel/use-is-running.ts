import { useEffect, useState } from 'react'

/** False on the server and for the first render in a browser, true once the page is alive. */
export function useIsRunning(): boolean {
  const [isRunning, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  return isRunning
}
