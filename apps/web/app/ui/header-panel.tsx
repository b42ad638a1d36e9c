import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import './header-panel.css'

type HeaderPanelProps = {
  label: string
  /** Selects the controls that open the panel. They close it by themselves. */
  openers: string
  onClose: () => void
  children: ReactNode
}

/** A dialog below the end of the header that leaves the page usable. */
export function HeaderPanel({ label, openers, onClose, children }: HeaderPanelProps) {
  const box = useRef<HTMLDivElement>(null)
  useFocusInside(box)
  useDismissal(box, openers, onClose)
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className="header-panel rounded-lg border border-line bg-raised shadow-menu"
      onClick={(event) => (event.target as Element).closest('a') && onClose()}
    >
      {children}
    </div>
  )
}

/** Moves the focus in, and back when the panel is closed without another target. */
function useFocusInside(box: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const opener = document.activeElement
    box.current?.focus()
    return () => {
      // What had the focus is gone, unless it was moved elsewhere.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [box])
}

/** Closes on Escape and on a click outside. */
function useDismissal(box: RefObject<HTMLElement | null>, openers: string, onClose: () => void) {
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const isOutside = (target: EventTarget | null) =>
      target instanceof Element &&
      !box.current?.contains(target) &&
      target.closest(openers) === null
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && onClose(), { signal })
    document.addEventListener('pointerdown', ({ target }) => isOutside(target) && onClose(), {
      signal,
    })
    return () => controller.abort()
  }, [box, openers, onClose])
}
