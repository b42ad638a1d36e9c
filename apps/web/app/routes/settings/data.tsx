import { currentUser } from '@stoa/contract/features/accounts'
import { deleteAccount } from '@stoa/contract/features/profile-settings'
import { data, redirect } from 'react-router'
import { deleteForm } from '../../features/community/profiles/settings-forms.ts'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import { hostContext } from '../../kernel/context.server.ts'
import { FormBox, FormField, useContractForm, type RejectedForm } from '../../kernel/form.tsx'
import { rejectForm, readForm } from '../../kernel/form.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { PageHead, Section } from '../../ui/section.tsx'
import type { Route } from './+types/data.ts'

export async function loader(args: Route.LoaderArgs) {
  const user = await apiFrom(args).call(currentUser, {})
  if (user === null) throw data(null, { status: 401 })
  return { hasPassword: user.have_password }
}

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, deleteForm)
  const result = await submit(args, deleteAccount, deleteForm.toInput(values))
  if (!result.ok) return rejectForm(deleteForm, values, result)
  return redirect('/users/account-deleted', {
    headers: {
      'set-cookie': args.context.get(hostContext).expiredSessionCookie(),
      'clear-site-data': '"cache", "storage"',
    },
  })
}

export default function DataSettings({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  return (
    <>
      <PageMeta title={t('settings.data')} noIndex />
      <PageHead title={t('settings.data')} />
      <div className="mt-6 grid max-w-[34rem] gap-10">
        <Section title={t('data.download_title')} size="sm">
          <p className="leading-body text-ink-2">{t('data.download_text')}</p>
          <ButtonLink href="/users/settings/data/download" download className="mt-3">
            {t('data.download')}
          </ButtonLink>
        </Section>
        <Section title={t('data.delete_title')} size="sm">
          <p className="mb-4 leading-body text-ink-2">{t('data.delete_text')}</p>
          <DeleteForm hasPassword={loaderData.hasPassword} rejected={actionData} />
        </Section>
      </div>
    </>
  )
}

type DeleteFormProps = { hasPassword: boolean; rejected: RejectedForm<'pass' | 'content'> }

function DeleteForm({ hasPassword, rejected }: DeleteFormProps) {
  const t = useTranslate()
  const form = useContractForm(deleteForm, rejected)
  const error = form.errorOf('pass')
  return (
    <FormBox form={form} className="grid gap-5">
      <RadioGroup
        legend={t('data.content')}
        name="content"
        defaultValue={rejected?.values.content ?? 'keep'}
        options={[
          { value: 'keep', label: t('data.keep'), hint: t('data.keep_hint') },
          { value: 'remove', label: t('data.remove'), hint: t('data.remove_hint') },
        ]}
      />
      {hasPassword ? (
        <FormField form={form} name="pass" label={t('data.password')}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="current-password"
              showLabel={t('account.show_password')}
              hideLabel={t('account.hide_password')}
            />
          )}
        </FormField>
      ) : (
        error && <FieldError>{error}</FieldError>
      )}
      <div>
        <Button type="submit" variant="danger" loading={form.isSubmitting}>
          {t('data.delete')}
        </Button>
      </div>
    </FormBox>
  )
}
