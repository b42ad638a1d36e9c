import { createContext, useContext } from 'react'
import type { Visit } from './visit.ts'

/** Fallback for error pages where the root loader did not run. */
export const InitialVisit = createContext<Visit | null>(null)

export function useInitialVisit(): Visit | null {
  return useContext(InitialVisit)
}
