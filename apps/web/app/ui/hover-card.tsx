import { HoverCard as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

type HoverCardProps = { trigger: ReactNode; children: ReactNode }

/** A preview of a user or tag. Must not contain anything that the linked page does not. */
export function HoverCard({ trigger, children }: HoverCardProps) {
  return (
    <Radix.Root openDelay={350} closeDelay={150}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-menu w-72 animate-rise rounded-lg border border-line bg-raised p-4 text-sm text-ink shadow-menu"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
