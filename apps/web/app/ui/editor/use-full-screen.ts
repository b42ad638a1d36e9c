import { useEffect, useState, type RefObject } from 'react'

/** Lets the editor fill the window and takes everything around it out of reach meanwhile. */
export function useFullScreen(inside: RefObject<HTMLElement | null>) {
  const [isFull, setFull] = useState(false)

  useEffect(() => {
    const frame = inside.current?.closest<HTMLElement>('.editor')
    if (!isFull || !frame) return
    const hidden = listAround(frame).filter((element) => !element.inert)
    frame.dataset.full = ''
    frame.dataset.scrollLock = ''
    for (const element of hidden) element.inert = true
    return () => {
      delete frame.dataset.full
      delete frame.dataset.scrollLock
      for (const element of hidden) element.inert = false
    }
  }, [inside, isFull])

  return [isFull, setFull] as const
}

/** Everything on the page that neither holds the element nor is in it. */
function listAround(element: HTMLElement): HTMLElement[] {
  const around: HTMLElement[] = []
  for (let inner = element; inner !== document.body;) {
    const outer = inner.parentElement
    if (!outer) break
    for (const other of outer.children)
      if (other !== inner && other instanceof HTMLElement) around.push(other)
    inner = outer
  }
  return around
}
