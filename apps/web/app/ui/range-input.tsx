import type { ComponentProps } from 'react'

/** Needs a `label` around it. */
export function RangeInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input {...props} type="range" className="min-h-control accent-accent-ink" />
}
