import type { ProofOfWork } from '@stoa/contract/features/captcha'
import { useEffect, useState } from 'react'

type Solution = { work: ProofOfWork; code: string | null }

/** Solves in the background: undefined while running, null on failure. */
export function useSolution(work: ProofOfWork | null): string | null | undefined {
  const [solution, setSolution] = useState<Solution>()

  useEffect(() => {
    if (work === null) return
    const controller = new AbortController()
    loadAndSolve(work, controller.signal).then(
      (code) => setSolution({ work, code }),
      (error: unknown) => {
        if (controller.signal.aborted) return
        console.error('captcha could not be solved', error)
        setSolution({ work, code: null })
      },
    )
    return () => controller.abort()
  }, [work])

  return solution?.work === work ? solution?.code : undefined
}

/** Loads the solver on demand: few users ever need it. */
async function loadAndSolve(work: ProofOfWork, signal: AbortSignal) {
  const { solve } = await import('../../../kernel/solve-captcha.ts')
  return await solve(work, signal)
}
