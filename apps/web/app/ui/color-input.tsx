import type { ComponentProps } from 'react'

/** The color picker of the browser. */
export function ColorInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <input
      {...props}
      type="color"
      className="size-[max(2.5rem,var(--target))] flex-none cursor-pointer rounded-md border border-line-control bg-raised p-1"
    />
  )
}
