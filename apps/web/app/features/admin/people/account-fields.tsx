import { type RoleId, roles } from '@stoa/contract/access'
import type { Account } from '@stoa/contract/features/people'
import { suspendDurations, type SuspendDuration } from '@stoa/contract/features/user-moderation'
import { limits } from '@stoa/contract/limits'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import type { AccountAct } from './account-acts.ts'
import type { AccountChange } from './use-account-acts.ts'

export type DialogValues = {
  roleId: RoleId
  duration: SuspendDuration
  reason: string
  removesContent: boolean
  byEmail: boolean
  password: string
  displayName: string
  username: string
  email: string
}

export function initialValues([account]: readonly Account[]): DialogValues {
  return {
    roleId: account?.role_id ?? roles.user,
    duration: '7d',
    reason: '',
    removesContent: false,
    byEmail: true,
    password: '',
    displayName: account?.display_name ?? '',
    username: account?.username ?? '',
    email: account?.e_mail ?? '',
  }
}

export function toChange(act: AccountAct, values: DialogValues): AccountChange {
  const { removesContent, byEmail } = values
  switch (act) {
    case 'role':
      return { act, roleId: values.roleId }
    case 'suspend':
      return { act, duration: values.duration, reason: values.reason, removesContent }
    case 'delete':
      return { act, removesContent }
    case 'password':
      return byEmail ? { act: 'password_link' } : { act, password: values.password }
    case 'activation':
      return { act: byEmail ? 'activation_email' : 'activation_link' }
    case 'profile': {
      const { displayName, username, email } = values
      return { act, displayName, username, email }
    }
    case 'unsuspend':
    case 'deactivate':
      return { act }
  }
}

type AccountFieldsProps = {
  act: AccountAct
  values: DialogValues
  hasUsername: boolean
  onChange: (changed: Partial<DialogValues>) => void
}

export function AccountFields(props: AccountFieldsProps) {
  switch (props.act) {
    case 'role':
      return <RoleField {...props} />
    case 'suspend':
      return <SuspensionFields {...props} />
    case 'delete':
      return <ContentField {...props} />
    case 'password':
      return <PasswordFields {...props} />
    case 'activation':
      return <ActivationField {...props} />
    case 'profile':
      return <ProfileFields {...props} />
    default:
      return null
  }
}

const roleKeys = [
  [roles.user, 'user'],
  [roles.moderator, 'moderator'],
  [roles.admin, 'admin'],
] as const

function RoleField({ values, onChange }: AccountFieldsProps) {
  const t = useTranslate()
  return (
    <RadioGroup
      legend={t('people.role_label')}
      hideLegend
      name="role"
      value={String(values.roleId)}
      onChange={(value) => onChange({ roleId: Number(value) as RoleId })}
      options={roleKeys.map(([id, key]) => ({
        value: String(id),
        label: t(`role.${key}`),
        hint: t(`people.role.${key}`),
      }))}
    />
  )
}

function SuspensionFields(props: AccountFieldsProps) {
  const { values, onChange } = props
  const t = useTranslate()
  return (
    <>
      <Field label={t('user_mod.duration')}>
        <Select
          value={values.duration}
          onChange={(event) => onChange({ duration: event.currentTarget.value as SuspendDuration })}
          options={suspendDurations.map((duration) => ({
            value: duration,
            label: t(`user_mod.for.${duration}`),
          }))}
        />
      </Field>
      <Field label={t('user_mod.reason')} hint={t('user_mod.reason_hint')}>
        <TextArea
          rows={3}
          maxLength={limits.staffText.max}
          value={values.reason}
          onChange={(event) => onChange({ reason: event.currentTarget.value })}
        />
      </Field>
      <ContentField {...props} />
    </>
  )
}

function ContentField({ act, values, onChange }: AccountFieldsProps) {
  const t = useTranslate()
  return (
    <Checkbox
      label={t('people.remove_content')}
      hint={t(act === 'delete' ? 'people.remove_content_deleted' : 'people.remove_content_hint')}
      checked={values.removesContent}
      onChange={(event) => onChange({ removesContent: event.currentTarget.checked })}
    />
  )
}

function PasswordFields({ values, onChange }: AccountFieldsProps) {
  const t = useTranslate()
  return (
    <>
      <RadioGroup
        legend={t('people.act.password')}
        hideLegend
        name="by"
        value={values.byEmail ? 'email' : 'password'}
        onChange={(value) => onChange({ byEmail: value === 'email' })}
        options={[
          {
            value: 'email',
            label: t('people.password_by_link'),
            hint: t('people.password_by_link_hint'),
          },
          {
            value: 'password',
            label: t('people.password_given'),
            hint: t('people.password_given_hint'),
          },
        ]}
      />
      {!values.byEmail && (
        <Field label={t('people.new_password')} hint={t('account.password_hint')} required>
          <PasswordInput
            autoComplete="new-password"
            maxLength={limits.password.max}
            value={values.password}
            onChange={(event) => onChange({ password: event.currentTarget.value })}
            showLabel={t('account.show_password')}
            hideLabel={t('account.hide_password')}
          />
        </Field>
      )}
    </>
  )
}

function ActivationField({ values, onChange }: AccountFieldsProps) {
  const t = useTranslate()
  return (
    <RadioGroup
      legend={t('people.act.activation')}
      hideLegend
      name="by"
      value={values.byEmail ? 'email' : 'link'}
      onChange={(value) => onChange({ byEmail: value === 'email' })}
      options={[
        { value: 'email', label: t('people.activation_by_email'), hint: values.email },
        {
          value: 'link',
          label: t('people.activation_by_link'),
          hint: t('people.activation_by_link_hint'),
        },
      ]}
    />
  )
}

function ProfileFields({ values, hasUsername, onChange }: AccountFieldsProps) {
  const t = useTranslate()
  return (
    <>
      <Field label={t('people.display_name')} required>
        <TextInput
          dir="auto"
          autoComplete="off"
          maxLength={limits.displayName.max}
          value={values.displayName}
          onChange={(event) => onChange({ displayName: event.currentTarget.value })}
        />
      </Field>
      {hasUsername && (
        <Field label={t('people.username')} required>
          <TextInput
            dir="ltr"
            autoComplete="off"
            maxLength={limits.username.maxExisting}
            value={values.username}
            onChange={(event) => onChange({ username: event.currentTarget.value })}
          />
        </Field>
      )}
      <Field label={t('account.email')} hint={t('people.email_hint')} required>
        <TextInput
          type="email"
          dir="ltr"
          autoComplete="off"
          value={values.email}
          onChange={(event) => onChange({ email: event.currentTarget.value })}
        />
      </Field>
    </>
  )
}
