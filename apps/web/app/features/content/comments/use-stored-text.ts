import { useState } from 'react'

/** Text that survives a page reload, until it is cleared. */
export function useStoredText(key: string, initialText = '') {
  const [text, setText] = useState(() => read(key) ?? initialText)
  return {
    text,
    setText(next: string) {
      setText(next)
      write(key, next)
    },
    clear: () => write(key, ''),
  }
}

// Storage may be disabled; then the text lives as long as the page.
function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, text: string) {
  try {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    return
  }
}
