import { translator, type Translate } from '@stoa/locales/translate'
import { createContext, useContext, type ReactNode } from 'react'
import type { Visit } from './visit.ts'

const VisitContext = createContext<Visit | null>(null)

export function VisitProvider({ value, children }: { value: Visit; children: ReactNode }) {
  return <VisitContext value={value}>{children}</VisitContext>
}

export function useVisit(): Visit {
  const visit = useContext(VisitContext)
  if (visit === null) throw new Error('useVisit needs a VisitProvider above it')
  return visit
}

export function useTranslate(): Translate {
  return translator(useVisit().locale)
}
