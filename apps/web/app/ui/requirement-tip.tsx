import { Popover as Radix } from 'radix-ui'
import type { RefObject } from 'react'

type RequirementTipProps = {
  text: string
  anchor: RefObject<HTMLElement | null>
  /** While the pointer is over the tip, it stays open. */
  onPointerEnter: () => void
  onClose: () => void
}

/** Does not take the focus: it only shows what the button is described by. */
export function RequirementTip({ text, anchor, onPointerEnter, onClose }: RequirementTipProps) {
  const isAnchor = (target: EventTarget | null) =>
    target instanceof Node && anchor.current?.contains(target) === true
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          role="tooltip"
          side="top"
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => isAnchor(event.target) && event.preventDefault()}
          onPointerEnter={onPointerEnter}
          onPointerLeave={onClose}
          className="z-toast max-w-72 animate-fade rounded-md bg-ink px-3 py-2 text-sm leading-body text-paper shadow-menu"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
