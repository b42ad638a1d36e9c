import { useEffect, useState, type RefObject } from 'react'

const SERVER_WIDTH = 640

/** Measured so that chart text is not scaled with the SVG. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(SERVER_WIDTH)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}
