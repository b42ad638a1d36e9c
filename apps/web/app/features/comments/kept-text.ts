import { useState } from 'react'

/** Text that outlives the page it is typed on, until it is sent or thrown away. */
export function useKeptText(key: string, start = '') {
  const [text, setText] = useState(() => read(key) ?? start)
  return {
    text,
    setText(next: string) {
      setText(next)
      keep(key, next)
    },
    forget: () => keep(key, ''),
  }
}

// Browsers may refuse to keep anything; then the text lives as long as the page.
function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, text: string) {
  try {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    return
  }
}
