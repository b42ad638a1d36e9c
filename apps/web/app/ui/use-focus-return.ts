import { useRef } from 'react'

type FocusReturn = {
  onOpenAutoFocus: () => void
  onCloseAutoFocus: (event: Event) => void
}

/** Returns the focus to the element that opened the dialog. */
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
