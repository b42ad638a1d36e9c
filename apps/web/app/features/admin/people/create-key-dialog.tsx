import { createApiKey } from '@stoa/contract/features/api-keys'
import { type KeyScope, keyScopes } from '@stoa/contract/key-scopes'
import { limits } from '@stoa/contract/limits'
import { useState } from 'react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, FormError } from '../../../ui/form-dialog.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { CreatedKey } from './created-key.tsx'
import { type ExpiryChoice, expiryChoices, toExpiresAt, toExpiryChoice } from './key-expiry.ts'

type Values = { description: string; scope: KeyScope; expiry: ExpiryChoice; day: string }

const initialValues: Values = { description: '', scope: 'read', expiry: '90', day: '' }

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const [values, setValues] = useState(initialValues)
  const [key, setKey] = useState<string | null>(null)
  const set = (changed: Partial<Values>) => setValues({ ...values, ...changed })
  const { run, error, isSending } = useMutation<Values, { access_key: string }>({
    send: (call, { description, scope, expiry, day }) =>
      call(createApiKey, { description, scope, expires_at: toExpiresAt(expiry, day, Date.now()) }),
    showsFieldError: true,
    onSuccess: ({ access_key }) => setKey(access_key),
    revalidates: true,
  })
  const isUnnamed = values.description.trim() === ''
  if (key !== null) return <CreatedKey text={key} onClose={onClose} />
  return (
    <FormDialog
      title={t('api_keys.create')}
      submitLabel={t('api_keys.create')}
      cancelLabel={t('api_keys.cancel')}
      isSending={isSending}
      onClose={onClose}
      onSubmit={async () => void (await run(values))}
    >
      <Field
        label={t('api_keys.description')}
        hint={t('api_keys.description_hint')}
        error={isUnnamed ? error : undefined}
        required
      >
        <TextInput
          autoComplete="off"
          maxLength={limits.apiKeys.description}
          value={values.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
      </Field>
      <RadioGroup
        legend={t('api_keys.scope')}
        name="scope"
        value={values.scope}
        onChange={(value) => set({ scope: keyScopes.find((one) => one === value) ?? 'read' })}
        options={keyScopes.map((scope) => ({
          value: scope,
          label: t(`api_keys.scope.${scope}`),
          hint: t(`api_keys.scope_hint.${scope}`),
        }))}
      />
      <ExpiryFields
        values={values}
        error={isUnnamed || values.expiry !== 'date' ? undefined : error}
        onChange={set}
      />
      {!isUnnamed && values.expiry !== 'date' && <FormError>{error}</FormError>}
    </FormDialog>
  )
}

type ExpiryFieldsProps = {
  values: Values
  error: string | undefined
  onChange: (changed: Partial<Values>) => void
}

function ExpiryFields({ values, error, onChange }: ExpiryFieldsProps) {
  const t = useTranslate()
  const labelOf = (choice: ExpiryChoice) =>
    choice === 'date' || choice === 'never'
      ? t(`api_keys.expiry.${choice}`)
      : t('people.days', { count: Number(choice) })
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field label={t('api_keys.expires')}>
        <Select
          value={values.expiry}
          onChange={(event) => onChange({ expiry: toExpiryChoice(event.currentTarget.value) })}
          options={expiryChoices.map((choice) => ({ value: choice, label: labelOf(choice) }))}
        />
      </Field>
      {values.expiry === 'date' && (
        <Field label={t('api_keys.date')} error={error} required>
          <TextInput
            type="date"
            value={values.day}
            onChange={(event) => onChange({ day: event.currentTarget.value })}
          />
        </Field>
      )}
    </div>
  )
}
