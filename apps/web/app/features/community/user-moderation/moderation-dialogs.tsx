import { suspendDurations, type SuspendDuration } from '@stoa/contract/features/user-moderation'
import { limits } from '@stoa/contract/limits'
import { useState } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, FormError } from '../../../ui/form-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import type { ModeratedUser, ModerationChange, UserModerationTools } from './use-user-moderation.ts'

export type DialogName = 'warn' | 'silence' | 'unsilence' | 'suspend' | 'unsuspend'

type ModerationDialogProps = {
  name: DialogName
  user: ModeratedUser
  hasRemovedPosts: boolean
  tools: Pick<UserModerationTools, 'run' | 'isSending'>
  onClose: () => void
}

type Values = { text: string; duration: SuspendDuration; removeDays: number; restores: boolean }

const initialValues: Values = { text: '', duration: '7d', removeDays: 0, restores: false }

/** One form for all acts: each has some of the fields. */
export function ModerationDialog(props: ModerationDialogProps) {
  const { name, user, hasRemovedPosts, tools, onClose } = props
  const t = useTranslate()
  const [values, setValues] = useState(initialValues)
  const [error, setError] = useState<string>()
  const set = (changed: Partial<Values>) => setValues({ ...values, ...changed })
  const hasText = name === 'warn' || name === 'silence' || name === 'suspend'

  async function submit() {
    if (hasText && values.text.trim() === '') return setError(t('error.reason.content_required'))
    const outcome = await tools.run(toChange(name, values))
    if (outcome.ok) onClose()
    else setError(outcome.error)
  }

  return (
    <FormDialog
      title={t(`user_mod.${name}_title`, { name: user.display_name })}
      description={t(`user_mod.${name}_text`)}
      submitLabel={t(`user_mod.${name}`)}
      cancelLabel={t('user_mod.cancel')}
      danger={name === 'suspend'}
      isSending={tools.isSending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Fields name={name} values={values} error={error} onChange={set} />
      {name === 'unsuspend' && hasRemovedPosts && (
        <Checkbox
          label={t('user_mod.restore')}
          checked={values.restores}
          onChange={(event) => set({ restores: event.currentTarget.checked })}
        />
      )}
      {!hasText && <FormError>{error}</FormError>}
    </FormDialog>
  )
}

type FieldsProps = {
  name: DialogName
  values: Values
  error: string | undefined
  onChange: (changed: Partial<Values>) => void
}

function Fields({ name, values, error, onChange }: FieldsProps) {
  const t = useTranslate()
  if (name === 'unsilence' || name === 'unsuspend') return null
  const isWarning = name === 'warn'
  return (
    <>
      {!isWarning && (
        <DurationField
          value={values.duration}
          isForever={name === 'suspend'}
          onChange={(duration) => onChange({ duration })}
        />
      )}
      <Field
        label={t(isWarning ? 'user_mod.message' : 'user_mod.reason')}
        hint={isWarning ? undefined : t('user_mod.reason_hint')}
        required
        error={error}
      >
        <TextArea
          rows={3}
          maxLength={limits.staffText.max}
          value={values.text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      </Field>
      {name === 'suspend' && (
        <RemoveField
          value={values.removeDays}
          onChange={(removeDays) => onChange({ removeDays })}
        />
      )}
    </>
  )
}

function toChange(name: DialogName, values: Values): ModerationChange {
  const { text, duration, removeDays, restores } = values
  if (name === 'warn') return { action: 'warn', message: text }
  if (name === 'suspend') return { action: 'suspend', duration, reason: text, removeDays }
  if (name === 'silence')
    return { action: 'silence', duration: duration === 'forever' ? '1y' : duration, reason: text }
  return name === 'unsuspend'
    ? { action: 'unsuspend', restoresPosts: restores }
    : { action: 'unsilence' }
}

type DurationFieldProps = {
  value: SuspendDuration
  isForever: boolean
  onChange: (duration: SuspendDuration) => void
}

function DurationField({ value, isForever, onChange }: DurationFieldProps) {
  const t = useTranslate()
  return (
    <Field label={t('user_mod.duration')}>
      <Select
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as SuspendDuration)}
        options={suspendDurations
          .filter((duration) => isForever || duration !== 'forever')
          .map((duration) => ({ value: duration, label: t(`user_mod.for.${duration}`) }))}
      />
    </Field>
  )
}

const removeDays = [1, 7, 30, 365]

function RemoveField({ value, onChange }: { value: number; onChange: (days: number) => void }) {
  const t = useTranslate()
  return (
    <Field label={t('user_mod.remove')} hint={t('user_mod.remove_hint')}>
      <Select
        value={String(value)}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        options={[
          { value: '0', label: t('user_mod.remove_none') },
          ...removeDays.map((count) => ({
            value: String(count),
            label: t('user_mod.remove_days', { count }),
          })),
        ]}
      />
    </Field>
  )
}
