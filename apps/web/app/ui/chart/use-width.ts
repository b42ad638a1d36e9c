import { useEffect, useState, type RefObject } from 'react'

const SERVER_WIDTH = 640

/** The real width of an element, so that chart text is drawn in real pixels. */
export function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(SERVER_WIDTH)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return width
}
