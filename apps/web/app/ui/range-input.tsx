import type { ComponentProps } from 'react'

/** A slider; its label goes around it. */
export function RangeInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input {...props} type="range" className="min-h-control accent-accent-ink" />
}
