import { createContext, useContext } from 'react'
import type { CustomMarkup } from './host.ts'

export type CustomSlotName = 'header' | 'footer' | 'sidebar'
type Texts = Readonly<Record<CustomSlotName, string>>

/** Present on the server only; a browser finds the markup in the page and does not get it twice. */
export const CustomStore = createContext<CustomMarkup | null>(null)

let inPage: Texts | undefined

/** Read once: screens come and go, the markup stays as it was when the page was made. */
function textsInPage(): Texts {
  const text = (slot: CustomSlotName) =>
    document.querySelector(`[data-custom="${slot}"]`)?.innerHTML ?? ''
  return (inPage ??= { header: text('header'), footer: text('footer'), sidebar: text('sidebar') })
}

function useText(slot: CustomSlotName): string {
  const store = useContext(CustomStore)
  return store === null ? textsInPage()[slot] : store[slot]
}

/** Markup of the admin. The server has made it fit to stand here. */
export function CustomSlot({ name }: { name: CustomSlotName }) {
  const text = useText(name)
  if (text === '') return null
  return <div data-custom={name} className="custom" dangerouslySetInnerHTML={{ __html: text }} />
}

/** Brings markup along that this screen does not show, for the screens that come after it. */
export function CustomSlotForLater({ name }: { name: CustomSlotName }) {
  const text = useText(name)
  if (text === '') return null
  return <template data-custom={name} dangerouslySetInnerHTML={{ __html: text }} />
}

/** Whether the rail of a screen has something of the admin's in it. */
export function useHasCustom(name: CustomSlotName): boolean {
  return useText(name) !== ''
}
