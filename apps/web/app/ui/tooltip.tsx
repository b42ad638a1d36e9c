import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type TooltipProps = {
  text: string
  /** A control with its own accessible name. */
  children: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
}

export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-toast max-w-64 animate-fade rounded-md bg-ink px-2.5 py-1.5 text-sm leading-ui text-paper shadow-menu"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
