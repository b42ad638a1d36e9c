import { communityKinds, presetsOfKind } from '@stoa/contract/settings/community-kinds'
import { languages } from '@stoa/locales/languages'
import type { ReactNode } from 'react'
import { FormField, type ContractForm } from '../../../kernel/form.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import type { SiteField } from './install-forms.ts'

type FieldsProps = { form: ContractForm<SiteField> }

export function SiteFields({ form, origin }: FieldsProps & { origin: string }) {
  const t = useTranslate()
  const { locale } = useVisit()
  const { defaultValue: demoDefault, ...demoControl } = form.control('demo_content')
  return (
    <FieldGroup legend={t('install.site.legend')}>
      <FormField form={form} name="site_name" label={t('install.site.name')}>
        {(control) => <TextInput {...control} dir="auto" />}
      </FormField>
      <FormField
        form={form}
        name="site_url"
        label={t('install.site.url')}
        hint={t('install.site.url_hint')}
      >
        {(control) => (
          <TextInput
            {...control}
            defaultValue={control.defaultValue ?? origin}
            type="url"
            dir="ltr"
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="contact_email"
        label={t('install.site.contact')}
        hint={t('install.site.contact_hint')}
      >
        {(control) => <TextInput {...control} type="email" autoComplete="email" dir="ltr" />}
      </FormField>
      <FormField form={form} name="lang" label={t('install.site.language')}>
        {(control) => (
          <Select
            {...control}
            defaultValue={control.defaultValue ?? locale}
            options={languages.map((language) => ({
              value: language.locale,
              label: language.name,
            }))}
          />
        )}
      </FormField>
      <CommunityKindField form={form} />
      <Checkbox
        {...demoControl}
        value="true"
        defaultChecked={demoDefault === 'true'}
        label={t('install.site.demo')}
        hint={
          <>
            {t('install.site.demo_hint')}{' '}
            <code className="whitespace-nowrap text-ink-2">stoa demo remove</code>
          </>
        }
      />
    </FieldGroup>
  )
}

/** Says what each kind sets before it is chosen. */
function CommunityKindField({ form }: FieldsProps) {
  const t = useTranslate()
  const { name, defaultValue } = form.control('community')
  return (
    <div className="grid gap-1">
      <RadioGroup
        legend={t('install.community.legend')}
        name={name}
        defaultValue={defaultValue || 'public'}
        options={communityKinds.map((kind) => ({
          value: kind,
          label: t(`install.community.${kind}`),
          hint: [
            t(`install.community.${kind}_text`),
            ...presetsOfKind[kind].map((preset) => t(`install.preset.${preset}`)),
          ].join(' '),
        }))}
      />
      <p className="text-sm text-ink-3">{t('install.community.later')}</p>
    </div>
  )
}

export function AdminFields({ form }: FieldsProps) {
  const t = useTranslate()
  const labels = {
    showLabel: t('account.show_password'),
    hideLabel: t('account.hide_password'),
  }
  return (
    <FieldGroup legend={t('install.site.admin')} hint={t('install.site.admin_hint')}>
      <FormField form={form} name="name" label={t('account.name')}>
        {(control) => <TextInput {...control} autoComplete="nickname" dir="auto" />}
      </FormField>
      <FormField form={form} name="email" label={t('account.email')}>
        {(control) => <TextInput {...control} type="email" autoComplete="username" dir="ltr" />}
      </FormField>
      <FormField
        form={form}
        name="password"
        label={t('account.password')}
        hint={t('account.password_hint')}
      >
        {(control) => <PasswordInput {...control} {...labels} autoComplete="new-password" />}
      </FormField>
      <FormField form={form} name="confirm" label={t('install.site.confirm')}>
        {(control) => <PasswordInput {...control} {...labels} autoComplete="new-password" />}
      </FormField>
    </FieldGroup>
  )
}

function FieldGroup(props: { legend: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="pe-3 font-serif text-xl font-semibold tracking-title">
        {props.legend}
      </legend>
      {props.hint && <p className="text-md text-ink-2">{props.hint}</p>}
      {props.children}
    </fieldset>
  )
}
