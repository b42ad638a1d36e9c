import type { EditorView } from '@codemirror/view'
import { useEffect, type RefObject } from 'react'

/** Keeps the preview at the place the text is at, as far as both are long. */
export function useScrollSync(
  view: EditorView | null,
  preview: RefObject<HTMLElement | null>,
  isOn: boolean,
) {
  useEffect(() => {
    if (!view || !isOn) return
    const from = view.scrollDOM
    const follow = () => {
      const to = preview.current
      const room = from.scrollHeight - from.clientHeight
      if (to && room > 0)
        to.scrollTop = (from.scrollTop / room) * (to.scrollHeight - to.clientHeight)
    }
    from.addEventListener('scroll', follow, { passive: true })
    return () => from.removeEventListener('scroll', follow)
  }, [isOn, preview, view])
}
