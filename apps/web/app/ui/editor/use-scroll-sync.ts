import type { EditorView } from '@codemirror/view'
import { useEffect, type RefObject } from 'react'

/** Scrolls the preview in proportion to the text. */
export function useScrollSync(
  view: EditorView | null,
  preview: RefObject<HTMLElement | null>,
  isEnabled: boolean,
) {
  useEffect(() => {
    if (!view || !isEnabled) return
    const source = view.scrollDOM
    const sync = () => {
      const target = preview.current
      const scrollRange = source.scrollHeight - source.clientHeight
      if (target && scrollRange > 0)
        target.scrollTop =
          (source.scrollTop / scrollRange) * (target.scrollHeight - target.clientHeight)
    }
    source.addEventListener('scroll', sync, { passive: true })
    return () => source.removeEventListener('scroll', sync)
  }, [isEnabled, preview, view])
}
