import { useId, useState, type KeyboardEvent } from 'react'

type Listbox = {
  listId: string
  /** Index of the active option; -1 for none. */
  active: number
  setActive: (index: number) => void
  open: boolean
  setOpen: (open: boolean) => void
  optionId: (index: number) => string
  /** Returns whether the key was handled. */
  handleKey: (event: KeyboardEvent, onPick: (index: number) => void) => boolean
}

/** Keyboard navigation of the ARIA combobox pattern. */
export function useListbox(count: number): Listbox {
  const listId = useId()
  const [active, setActive] = useState(-1)
  const [open, setOpen] = useState(false)
  const isOpen = open && count > 0
  const current = Math.min(active, count - 1)

  function handleKey(event: KeyboardEvent, onPick: (index: number) => void): boolean {
    if (event.nativeEvent.isComposing) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setOpen(true)
      setActive(count === 0 ? -1 : (current + step + count) % count)
      return true
    }
    if (event.key === 'Enter' && isOpen && current >= 0) {
      event.preventDefault()
      onPick(current)
      return true
    }
    if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
      return true
    }
    return false
  }

  const optionId = (index: number) => `${listId}-${index}`
  return { listId, active: current, setActive, open, setOpen, optionId, handleKey }
}
