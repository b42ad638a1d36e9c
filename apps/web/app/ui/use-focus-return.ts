import { useRef } from 'react'

type FocusReturn = {
  onOpenAutoFocus: () => void
  onCloseAutoFocus: (event: Event) => void
}

/** Gives the focus back to whatever opened a dialog, wherever the dialog itself stands in the tree. */
export function useFocusReturn(): FocusReturn {
  const opener = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      opener.current?.focus()
    },
  }
}
