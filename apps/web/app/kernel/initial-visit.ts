import { createContext, useContext } from 'react'
import type { Visit } from './visit.ts'

/** The visit as the page was made; stands in where the root loader could not run. */
export const InitialVisit = createContext<Visit | null>(null)

export function useInitialVisit(): Visit | null {
  return useContext(InitialVisit)
}
