import type { SlotName, SlotProps } from '@stoa/plugin-kit/slots'
import { createContext, useContext } from 'react'
import { useVisit } from '../../../kernel/visit-context.tsx'
import type { SlotHtml } from '../../../kernel/visit.ts'

export type SlotElementProps = {
  [Name in SlotName]: { name: Name } & SlotProps[Name]
}[SlotName]

/** What the loader of the screen got. */
export const SlotHtmlContext = createContext<SlotHtml | undefined>(undefined)

/** A page has many slots of answers and one of every other kind. */
export function slotKey(name: SlotName, props: object): string {
  return 'answerId' in props ? `${name} ${String(props.answerId)}` : name
}

export function useSlotHtml(key: string): SlotHtml[string] {
  const ofScreen = useContext(SlotHtmlContext)
  const ofSite = useVisit().slots
  return ofScreen?.[key] ?? ofSite?.[key] ?? []
}
