import { useState } from 'react'

/** State derived from loader data; resets when the data is loaded again. */
export function useLoaderState<Source, Value>(
  source: Source,
  read: (source: Source) => Value,
): [Value, (change: (value: Value) => Value) => void] {
  const [state, setState] = useState(() => ({ source, value: read(source) }))
  const current = Object.is(state.source, source) ? state : { source, value: read(source) }
  if (current !== state) setState(current)
  return [
    current.value,
    (change) => setState((previous) => ({ ...previous, value: change(previous.value) })),
  ]
}
