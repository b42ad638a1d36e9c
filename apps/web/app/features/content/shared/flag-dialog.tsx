import { flagContent } from '@stoa/contract/features/flags'
import { type ReasonNumber, reasonsFor } from '@stoa/contract/features/reasons'
import { limits } from '@stoa/contract/limits'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

export type FlaggedContent = { id: string; kind: 'question' | 'answer' | 'comment' }

type FlagDialogProps = { content: FlaggedContent; onClose: () => void }
type FlagInput = { reason: ReasonNumber; text: string }

/** Loaded on demand. */
export function FlagDialog({ content, onClose }: FlagDialogProps) {
  const t = useTranslate()
  const { run, isSending } = useMutation({
    send: (call, { reason, text }: FlagInput) =>
      call(flagContent, { object_id: content.id, report_type: reason, content: text }),
    showsFieldError: true,
    successToast: () => ({ text: t('flag.done'), tone: 'ok' }),
  })
  return (
    <ReasonDialog
      texts={{
        title: t(`flag.title.${content.kind}`),
        text: t('flag.text'),
        submit: t('flag.submit'),
        noteHint: t('flag.note_hint'),
      }}
      reasons={reasonsFor(content.kind, 'flag') ?? []}
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
