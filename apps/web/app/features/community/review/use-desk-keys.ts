import { useEffect, useRef } from 'react'

const withOwnKeys = 'input, textarea, select, [role=dialog], [role=menu], [role=listbox]'

/** Runs the action of a key, unless it is typed into a field or a dialog. */
export function useDeskKeys(actions: Partial<Record<string, () => void>>) {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const controller = new AbortController()
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event
      if (document.documentElement.dataset['shortcuts'] === 'off') return
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (!(target instanceof HTMLElement) || target.isContentEditable) return
      if (target.closest(withOwnKeys) || document.querySelector('[role=dialog]')) return
      const action = latest.current[key.toLowerCase()]
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey, { signal: controller.signal })
    return () => controller.abort()
  }, [])
}
