import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

const HoverCardView = lazy(async () => {
  const { HoverCardView: component } = await import('./hover-card-view.tsx')
  return { default: component }
})

const openDelayMs = 350
const closeDelayMs = 150
export const cardId = 'hover-card'

/** Cards of the user or tag that a link leads to: on hover and on keyboard focus, until Escape is pressed. */
export function HoverCards() {
  const [link, setLink] = useState<HTMLAnchorElement | null>(null)
  const { key } = useLocation()
  useEffect(() => setLink(null), [key])
  useEffect(() => listenToLinks(setLink), [])
  if (link === null) return null
  return (
    <Suspense>
      <HoverCardView key={link.href} link={link} />
    </Suspense>
  )
}

function listenToLinks(setLink: (link: HTMLAnchorElement | null) => void) {
  const controller = new AbortController()
  const { signal } = controller
  let timer: ReturnType<typeof setTimeout> | undefined
  const setSoon = (link: HTMLAnchorElement | null, delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => setLink(link), delayMs)
  }
  const onEnter = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    const link = target.closest<HTMLAnchorElement>('a[data-card]')
    if (link !== null) setSoon(link, openDelayMs)
    // The pointer may move onto the card.
    else if (target.closest(`#${cardId}`) !== null) clearTimeout(timer)
    else setSoon(null, closeDelayMs)
  }
  const onPointer = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') onEnter(event)
  }
  const onFocus = (event: FocusEvent) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) onEnter(event)
  }
  const close = () => setSoon(null, 0)
  document.addEventListener('pointerover', onPointer, { signal })
  document.addEventListener('focusin', onFocus, { signal })
  document.addEventListener('focusout', () => setSoon(null, closeDelayMs), { signal })
  document.addEventListener('pointerdown', close, { signal })
  document.addEventListener('scroll', close, { signal, passive: true })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal })
  return () => {
    clearTimeout(timer)
    controller.abort()
  }
}
