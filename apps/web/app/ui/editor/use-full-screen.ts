import { useEffect, useState, type RefObject } from 'react'

/** Makes everything outside of the editor inert while it fills the window. */
export function useFullScreen(host: RefObject<HTMLElement | null>) {
  const [isFullScreen, setFullScreen] = useState(false)

  useEffect(() => {
    const frame = host.current?.closest<HTMLElement>('.editor')
    if (!isFullScreen || !frame) return
    const outside = listOutside(frame).filter((element) => !element.inert)
    frame.dataset.full = ''
    frame.dataset.scrollLock = ''
    for (const element of outside) element.inert = true
    return () => {
      delete frame.dataset.full
      delete frame.dataset.scrollLock
      for (const element of outside) element.inert = false
    }
  }, [host, isFullScreen])

  return [isFullScreen, setFullScreen] as const
}

/** All elements that neither contain the element nor are inside it. */
function listOutside(element: HTMLElement): HTMLElement[] {
  const outside: HTMLElement[] = []
  for (let inner = element; inner !== document.body;) {
    const outer = inner.parentElement
    if (!outer) break
    for (const other of outer.children)
      if (other !== inner && other instanceof HTMLElement) outside.push(other)
    inner = outer
  }
  return outside
}
