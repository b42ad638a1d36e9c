import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { DialogBackdrop, DIALOG_TITLE } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'
import { useFocusReturn } from './use-focus-return.ts'

type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  closeLabel: string
  footer?: ReactNode
  children: ReactNode
}

/** A bottom sheet on phones, a side panel on wide screens. */
export function Sheet({ open, onOpenChange, title, closeLabel, footer, children }: SheetProps) {
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <DialogBackdrop />
        <Radix.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fixed z-dialog flex flex-col bg-raised shadow-bar max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[85dvh] max-md:animate-slide max-md:rounded-t-lg max-md:pb-[env(safe-area-inset-bottom)] md:inset-y-0 md:end-0 md:w-90 md:animate-fade"
        >
          <header className="flex items-center justify-between border-b border-line px-5 py-3">
            <Radix.Title className={DIALOG_TITLE}>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={closeLabel} icon={<X className="icon" aria-hidden="true" />} />
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {footer && (
            <footer className="flex justify-end gap-2 border-t border-line px-5 py-3">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
