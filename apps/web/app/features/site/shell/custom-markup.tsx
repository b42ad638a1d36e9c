import { createContext, useContext } from 'react'

export type CustomSlotName = 'header' | 'footer' | 'sidebar'
type SlotMarkup = Readonly<Record<CustomSlotName, string>>

/** Set on the server only; the browser reads the markup from the DOM instead of receiving it twice. */
export const CustomMarkupContext = createContext<SlotMarkup | null>(null)

let cached: SlotMarkup | undefined

/** Read once: client-side navigation removes the elements, the markup stays that of the page load. */
function readMarkupInPage(): SlotMarkup {
  const markup = (slot: CustomSlotName) =>
    document.querySelector(`[data-custom="${slot}"]`)?.innerHTML ?? ''
  return (cached ??= {
    header: markup('header'),
    footer: markup('footer'),
    sidebar: markup('sidebar'),
  })
}

function useMarkup(slot: CustomSlotName): string {
  const store = useContext(CustomMarkupContext)
  return store === null ? readMarkupInPage()[slot] : store[slot]
}

/** Admin-defined markup, sanitized on the server. */
export function CustomSlot({ name }: { name: CustomSlotName }) {
  const markup = useMarkup(name)
  if (markup === '') return null
  return <div data-custom={name} className="custom" dangerouslySetInnerHTML={{ __html: markup }} />
}

/** Embeds markup that this screen does not show, for screens reached by client-side navigation. */
export function HiddenCustomSlot({ name }: { name: CustomSlotName }) {
  const markup = useMarkup(name)
  if (markup === '') return null
  return <template data-custom={name} dangerouslySetInnerHTML={{ __html: markup }} />
}

export function useHasCustomMarkup(name: CustomSlotName): boolean {
  return useMarkup(name) !== ''
}
