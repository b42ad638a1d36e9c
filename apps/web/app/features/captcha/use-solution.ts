import type { ProofOfWork } from '@stoa/contract/features/captcha'
import { useEffect, useState } from 'react'

type Solution = { of: ProofOfWork; code: string | null }

/** Solves a challenge in the background: undefined while at it, null when it cannot be done. */
export function useSolution(work: ProofOfWork | null): string | null | undefined {
  const [solution, setSolution] = useState<Solution>()

  useEffect(() => {
    if (work === null) return
    const stopped = new AbortController()
    solveLater(work, stopped.signal).then(
      (code) => setSolution({ of: work, code }),
      (error: unknown) => {
        if (stopped.signal.aborted) return
        console.error('the challenge could not be solved', error)
        setSolution({ of: work, code: null })
      },
    )
    return () => stopped.abort()
  }, [work])

  return solution?.of === work ? solution?.code : undefined
}

/** Few people ever meet a challenge: its code is loaded when they do. */
async function solveLater(work: ProofOfWork, signal: AbortSignal) {
  const { solve } = await import('./solve.ts')
  return await solve(work, signal)
}
