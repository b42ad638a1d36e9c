import { type RoleId, roles } from '@stoa/contract/access'
import { createInvitation } from '@stoa/contract/features/invitations'
import { limits } from '@stoa/contract/limits'
import { useState } from 'react'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog, FormError } from '../../../ui/form-dialog.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { CopyBox } from './act-results.tsx'

type Values = { byEmail: boolean; email: string; roleId: RoleId; uses: string; days: string }

const initialValues: Values = { byEmail: true, email: '', roleId: roles.user, uses: '1', days: '7' }
const useCounts = [1, 5, 25, limits.invitations.uses]
const dayCounts = [1, 7, 30, limits.invitations.days]

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const toast = useToast()
  const [values, setValues] = useState(initialValues)
  const [link, setLink] = useState<string | null>(null)
  const set = (changed: Partial<Values>) => setValues({ ...values, ...changed })
  const { run, error, isSending } = useMutation<Values, { url: string }>({
    send: (call, input) => call(createInvitation, toInput(input)),
    showsFieldError: true,
    onSuccess({ url }) {
      if (url !== '') return setLink(url)
      toast({ text: t('people.invited'), tone: 'ok' })
      onClose()
    },
    revalidates: true,
  })
  if (link !== null) return <CreatedLink link={link} onClose={onClose} />
  return (
    <FormDialog
      title={t('people.invite')}
      description={t('people.invite_text')}
      submitLabel={t(values.byEmail ? 'people.send_invitation' : 'people.create_link')}
      cancelLabel={t('user_mod.cancel')}
      isSending={isSending}
      onClose={onClose}
      onSubmit={async () => void (await run(values))}
    >
      <RadioGroup
        legend={t('people.invite')}
        hideLegend
        name="by"
        value={values.byEmail ? 'email' : 'link'}
        onChange={(value) => set({ byEmail: value === 'email' })}
        options={[
          {
            value: 'email',
            label: t('people.invite_by_email'),
            hint: t('people.invite_by_email_hint'),
          },
          {
            value: 'link',
            label: t('people.invite_by_link'),
            hint: t('people.invite_by_link_hint'),
          },
        ]}
      />
      <InviteFields values={values} error={error} onChange={set} />
    </FormDialog>
  )
}

type InviteFieldsProps = {
  values: Values
  error: string | undefined
  onChange: (changed: Partial<Values>) => void
}

function InviteFields({ values, error, onChange }: InviteFieldsProps) {
  const t = useTranslate()
  return (
    <>
      {values.byEmail && (
        <Field label={t('account.email')} error={error} required>
          <TextInput
            type="email"
            dir="ltr"
            autoComplete="off"
            value={values.email}
            onChange={(event) => onChange({ email: event.currentTarget.value })}
          />
        </Field>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <Field label={t('people.role_label')}>
          <Select
            value={String(values.roleId)}
            onChange={(event) => onChange({ roleId: Number(event.currentTarget.value) as RoleId })}
            options={[
              { value: String(roles.user), label: t('role.user') },
              { value: String(roles.moderator), label: t('role.moderator') },
            ]}
          />
        </Field>
        <Field label={t('people.valid_for')}>
          <Select
            value={values.days}
            onChange={(event) => onChange({ days: event.currentTarget.value })}
            options={dayCounts.map((count) => ({
              value: String(count),
              label: t('people.days', { count }),
            }))}
          />
        </Field>
        {!values.byEmail && (
          <Field label={t('people.uses')}>
            <Select
              value={values.uses}
              onChange={(event) => onChange({ uses: event.currentTarget.value })}
              options={useCounts.map((count) => ({
                value: String(count),
                label: t('people.use_count', { count }),
              }))}
            />
          </Field>
        )}
      </div>
      {!values.byEmail && <FormError>{error}</FormError>}
    </>
  )
}

function CreatedLink({ link, onClose }: { link: string; onClose: () => void }) {
  const t = useTranslate()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('people.link_title')}
      description={t('people.link_text')}
      closeLabel={t('people.close')}
      footer={<Button onClick={onClose}>{t('people.close')}</Button>}
    >
      <CopyBox text={link} label={t('people.copy_link')} />
    </Dialog>
  )
}

function toInput({ byEmail, email, roleId, uses, days }: Values) {
  const role_id = roleId === roles.moderator ? roles.moderator : roles.user
  const shared = { role_id, days: Number(days) }
  return byEmail
    ? { ...shared, e_mail: email, send: true, max_uses: 1 }
    : { ...shared, max_uses: Number(uses) }
}
