import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { DIALOG_BOX, DIALOG_TITLE, DialogFooter, DialogBackdrop } from './dialog.tsx'
import { useFocusReturn } from './use-focus-return.ts'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** Says what will happen and whether it can be undone. */
  description: ReactNode
  confirmLabel: string
  cancelLabel: string
  onConfirm: () => void
  danger?: boolean
  /** Shows a spinner while the action runs. */
  loading?: boolean
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, cancelLabel } = props
  const { onConfirm, danger = false, loading = false } = props
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <DialogBackdrop />
        <Radix.Content {...focusReturn} className={classNames(DIALOG_BOX, 'md:max-w-dialog')}>
          <Radix.Title className={DIALOG_TITLE}>{title}</Radix.Title>
          <Radix.Description className="text-md leading-body text-ink-2">
            {description}
          </Radix.Description>
          <DialogFooter>
            <Radix.Cancel asChild>
              <Button variant="ghost">{cancelLabel}</Button>
            </Radix.Cancel>
            <Button variant={danger ? 'danger' : 'primary'} loading={loading} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </DialogFooter>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
