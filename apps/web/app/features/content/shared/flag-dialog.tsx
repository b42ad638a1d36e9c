import { flagUser } from '@stoa/contract/features/flagged-users'
import { flagContent } from '@stoa/contract/features/flags'
import { type ReasonNumber, reasonsFor } from '@stoa/contract/features/reasons'
import { limits } from '@stoa/contract/limits'
import type { ReactNode } from 'react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { OwnFlagNotice } from './own-flag-notice.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { type FlaggedObject, useOwnFlag } from './use-own-flag.ts'

type FlagDialogProps = { object: FlaggedObject; onClose: () => void }
type FlagInput = { reason: ReasonNumber; text: string }

/** Loaded on demand. Who has flagged the object already learns what became of it. */
export function FlagDialog({ object, onClose }: FlagDialogProps) {
  const t = useTranslate()
  const { kind, id } = object
  const own = useOwnFlag(object)
  const { run, isSending } = useMutation({
    send: (call, { reason: report_type, text: content }: FlagInput) =>
      kind === 'user'
        ? call(flagUser, { user_id: id, report_type, content })
        : call(flagContent, { object_id: id, report_type, content }),
    showsFieldError: true,
    successToast: () => ({ text: t('flag.done'), tone: 'ok' }),
  })
  const notice = own && <OwnFlagNotice flag={own} />
  if (own?.state === 'open')
    return (
      <OpenFlagDialog object={object} onClose={onClose}>
        {notice}
      </OpenFlagDialog>
    )
  return (
    <ReasonDialog
      texts={{
        title: t(`flag.title.${kind}`),
        text: t(kind === 'user' ? 'flag.text_user' : 'flag.text'),
        submit: t('flag.submit'),
        noteHint: t('flag.note_hint'),
      }}
      notice={notice}
      reasons={reasonsFor(kind, 'flag') ?? []}
      maxLength={limits.flagText.max}
      isSending={isSending}
      onClose={onClose}
      onSubmit={(reason, text) => run({ reason, text })}
      renderUrlField={({ value, onChange, error }) => (
        <Field label={t('close.original')} required error={error}>
          <TextInput
            type="url"
            inputMode="url"
            dir="ltr"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </Field>
      )}
    />
  )
}

type OpenFlagDialogProps = FlagDialogProps & { children: ReactNode }

/** One flag per user and object waits at a time. */
function OpenFlagDialog({ object, onClose, children }: OpenFlagDialogProps) {
  const t = useTranslate()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`flag.title.${object.kind}`)}
      closeLabel={t('moderate.cancel')}
    >
      <div className="grid gap-4">
        {children}
        <DialogFooter>
          <Button onClick={onClose}>{t('flag.close')}</Button>
        </DialogFooter>
      </div>
    </Dialog>
  )
}
