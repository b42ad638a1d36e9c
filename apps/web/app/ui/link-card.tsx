import { useLayoutEffect, useRef, type ReactNode } from 'react'

type LinkCardProps = { id: string; link: HTMLElement; children: ReactNode }

/** Describes a link beside it. Has no controls, so that the focus stays on the link. */
export function LinkCard({ id, link, children }: LinkCardProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (box.current === null) return
    placeBeside(box.current, link)
    link.setAttribute('aria-describedby', id)
    return () => link.removeAttribute('aria-describedby')
  }, [id, link])
  return (
    <div
      ref={box}
      id={id}
      role="tooltip"
      className="fixed z-menu w-72 max-w-[calc(100vw-1rem)] animate-rise rounded-lg border border-line bg-raised p-4 text-sm text-ink shadow-menu"
    >
      {children}
    </div>
  )
}

const gapPixels = 6

/** Below the link, or above it where there is no room; inside the window. */
function placeBeside(box: HTMLElement, link: HTMLElement) {
  const target = link.getBoundingClientRect()
  const { width, height } = box.getBoundingClientRect()
  const isBelow = target.bottom + gapPixels + height <= innerHeight
  const start = document.dir === 'rtl' ? target.right - width : target.left
  box.style.top = `${isBelow ? target.bottom + gapPixels : target.top - gapPixels - height}px`
  box.style.left = `${Math.max(8, Math.min(start, innerWidth - width - 8))}px`
}
