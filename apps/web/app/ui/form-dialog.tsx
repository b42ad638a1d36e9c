import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogFooter } from './dialog.tsx'

type FormDialogProps = {
  title: string
  description?: ReactNode
  submitLabel: string
  cancelLabel: string
  danger?: boolean
  wide?: boolean
  isSending: boolean
  onClose: () => void
  onSubmit: () => Promise<void> | void
  /** Between the buttons that cancel and submit. */
  otherAction?: ReactNode
  children: ReactNode
}

/** A dialog that asks for something. It is mounted while it is open. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, submitLabel, cancelLabel, onClose, onSubmit, otherAction } = props
  return (
    <Dialog
      open
      wide={props.wide ?? false}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      closeLabel={cancelLabel}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void onSubmit()
        }}
        className="grid gap-4"
      >
        {props.children}
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            {cancelLabel}
          </Button>
          {otherAction}
          <Button
            type="submit"
            variant={props.danger === true ? 'danger' : 'primary'}
            loading={props.isSending}
          >
            {submitLabel}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

/** An error that belongs to none of the fields. */
export function FormError({ children }: { children: string | undefined }) {
  if (children === undefined) return null
  return (
    <p role="alert" className="text-md text-bad">
      {children}
    </p>
  )
}
