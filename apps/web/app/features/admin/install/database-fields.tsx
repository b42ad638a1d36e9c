import { sslModes } from '@stoa/contract/features/install'
import { FormField, type ContractForm } from '../../../kernel/form.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import type { DatabaseField } from './install-forms.ts'

type FieldsProps = { form: ContractForm<DatabaseField> }
type DatabaseFieldsProps = FieldsProps & { folder: string }

/** CSS shows the fields of the chosen kind, so that it works without JavaScript. */
export function DatabaseFields({ form, folder }: DatabaseFieldsProps) {
  const t = useTranslate()
  return (
    <div className="group/kind grid gap-6">
      <RadioGroup
        legend={t('install.database.kind')}
        name="db_type"
        defaultValue={form.control('db_type').defaultValue || 'postgres'}
        options={[
          {
            value: 'postgres',
            label: t('install.database.postgres'),
            hint: t('install.database.postgres_hint'),
          },
          {
            value: 'embedded',
            label: t('install.database.embedded'),
            hint: t('install.database.embedded_hint'),
          },
        ]}
      />
      <div className="grid gap-6 group-has-[[value=embedded]:checked]/kind:hidden">
        <ServerFields form={form} />
        <SecurityFields form={form} />
      </div>
      <div className="group-has-[[value=postgres]:checked]/kind:hidden">
        <FormField
          form={form}
          name="db_file"
          label={t('install.database.folder')}
          hint={t('install.database.folder_hint')}
        >
          {(control) => (
            <TextInput {...control} defaultValue={control.defaultValue ?? folder} dir="ltr" />
          )}
        </FormField>
      </div>
    </div>
  )
}

function ServerFields({ form }: FieldsProps) {
  const t = useTranslate()
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <FormField form={form} name="db_host" label={t('install.database.host')}>
        {(control) => (
          <TextInput {...control} defaultValue={control.defaultValue ?? 'localhost'} dir="ltr" />
        )}
      </FormField>
      <FormField form={form} name="db_port" label={t('install.database.port')}>
        {(control) => (
          <TextInput
            {...control}
            defaultValue={control.defaultValue ?? '5432'}
            inputMode="numeric"
            dir="ltr"
          />
        )}
      </FormField>
      <FormField form={form} name="db_name" label={t('install.database.name')}>
        {(control) => (
          <TextInput {...control} defaultValue={control.defaultValue ?? 'stoa'} dir="ltr" />
        )}
      </FormField>
      <FormField form={form} name="db_username" label={t('install.database.user')}>
        {(control) => (
          <TextInput
            {...control}
            defaultValue={control.defaultValue ?? 'stoa'}
            autoComplete="off"
            dir="ltr"
          />
        )}
      </FormField>
      <FormField form={form} name="db_password" label={t('install.database.password')} optional>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="off"
            dir="ltr"
            showLabel={t('account.show_password')}
            hideLabel={t('account.hide_password')}
          />
        )}
      </FormField>
    </div>
  )
}

const certificates = {
  ssl_root_cert: 'install.database.root_cert',
  ssl_cert: 'install.database.cert',
  ssl_key: 'install.database.client_key',
} as const

function SecurityFields({ form }: FieldsProps) {
  const t = useTranslate()
  const files = Object.keys(certificates) as (keyof typeof certificates)[]
  return (
    <div className="group/ssl grid gap-4">
      <FormField form={form} name="ssl_mode" label={t('install.database.ssl')}>
        {(control) => (
          <Select
            {...control}
            options={sslModes.map((mode) => ({ value: mode, label: t(`install.ssl.${mode}`) }))}
          />
        )}
      </FormField>
      <fieldset className="grid gap-4 group-has-[option[value=disable]:checked]/ssl:hidden">
        <legend className="mb-1 text-md font-semibold">{t('install.database.certificates')}</legend>
        <p className="text-sm text-ink-3">{t('install.database.certificates_hint')}</p>
        {files.map((name) => (
          <FormField key={name} form={form} name={name} label={t(certificates[name])} optional>
            {(control) => <TextInput {...control} dir="ltr" />}
          </FormField>
        ))}
      </fieldset>
    </div>
  )
}
