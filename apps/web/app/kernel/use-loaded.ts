import { useState } from 'react'

/** State that begins with what was loaded, and begins again with every fresh load. */
export function useLoaded<Source, Value>(
  source: Source,
  read: (source: Source) => Value,
): [Value, (change: (value: Value) => Value) => void] {
  const [held, hold] = useState(() => ({ source, value: read(source) }))
  const current = Object.is(held.source, source) ? held : { source, value: read(source) }
  if (current !== held) hold(current)
  return [current.value, (change) => hold((before) => ({ ...before, value: change(before.value) }))]
}
