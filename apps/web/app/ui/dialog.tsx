import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { useFocusReturn } from './use-focus-return.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  closeLabel: string
  /** Buttons, the primary one last. */
  footer?: ReactNode
  wide?: boolean
  children?: ReactNode
}

// Not Radix' overlay: it locks scrolling with an injected style element, which the CSP blocks.
export function DialogBackdrop() {
  return <div data-scroll-lock="" className="fixed inset-0 z-dialog animate-fade bg-overlay" />
}

export const DIALOG_BOX =
  'fixed z-dialog grid max-h-[min(85dvh,48rem)] grid-cols-[minmax(0,1fr)] gap-3 overflow-y-auto bg-raised p-6 shadow-bar ' +
  'max-md:inset-x-0 max-md:bottom-0 max-md:animate-slide max-md:rounded-t-lg max-md:pb-[max(1.5rem,env(safe-area-inset-bottom))] ' +
  'md:inset-x-0 md:top-[14dvh] md:mx-auto md:w-[calc(100%-4rem)] md:animate-rise md:rounded-lg md:border md:border-line'

export const DIALOG_TITLE =
  'pe-8 font-serif text-xl leading-tight font-semibold tracking-title text-balance'

export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="mt-2 flex justify-end gap-2 max-md:flex-col-reverse max-md:[&>*]:w-full">
      {children}
    </div>
  )
}

/** Centered on wide screens, a bottom sheet on narrow ones. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, closeLabel, footer, wide, children } = props
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <DialogBackdrop />
        <Radix.Content
          {...focusReturn}
          className={classNames(DIALOG_BOX, wide ? 'md:max-w-measure' : 'md:max-w-dialog')}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <Radix.Title className={DIALOG_TITLE}>{title}</Radix.Title>
          {description && (
            <Radix.Description className="text-md leading-body text-ink-2">
              {description}
            </Radix.Description>
          )}
          {children}
          {footer && <DialogFooter>{footer}</DialogFooter>}
          <Radix.Close asChild>
            <IconButton
              label={closeLabel}
              icon={<X className="icon" aria-hidden="true" />}
              className="absolute! end-3 top-3"
            />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
