import { replacePassword } from '@stoa/contract/features/recovery'
import { translator } from '@stoa/locales/translate'
import { data } from 'react-router'
import { AccountPanel } from '../../features/people/auth/account-panel.tsx'
import { NewPasswordFields } from '../../features/people/auth/password-fields.tsx'
import { resetForm } from '../../features/people/auth/recovery-forms.ts'
import { submit } from '../../kernel/api.server.ts'
import { hostContext, visitContext } from '../../kernel/context.server.ts'
import { FormBox, useContractForm, type RejectedForm } from '../../kernel/form.tsx'
import { validateForm, rejectForm, readForm } from '../../kernel/form.server.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/password-reset.ts'

/** The URL contains a secret code. */
export const headers = () => ({ 'cache-control': 'no-store' })

export function loader({ request }: Route.LoaderArgs) {
  return { code: new URL(request.url).searchParams.get('code') ?? '' }
}

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, resetForm)
  const t = translator(args.context.get(visitContext).locale)
  const rejected = validateForm(resetForm, values, t)
  if (rejected !== null) return rejectForm(resetForm, values, rejected)
  const { code, pass } = values
  const result = await submit(args, replacePassword, { code, pass })
  if (result.ok) {
    const { expiredSessionCookie, deviceCookie } = args.context.get(hostContext)
    const cookies = new Headers([
      // A reset ends all sessions, including the one of this browser.
      ['set-cookie', expiredSessionCookie()],
      ['set-cookie', deviceCookie(result.response.device_token)],
    ])
    return data({ isDone: true } as const, { headers: cookies })
  }
  if (result.status === 403) return data({ isExpired: true } as const, { status: 403 })
  return rejectForm(resetForm, values, result)
}

export default function PasswordReset({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData !== undefined && 'isDone' in actionData) return <Done />
  const isExpired = actionData !== undefined && 'isExpired' in actionData
  if (isExpired || loaderData.code === '') return <Expired />
  return <ResetForm code={loaderData.code} rejected={actionData} />
}

type ResetFormProps = { code: string; rejected: RejectedForm<'code' | 'pass' | 'again'> }

function ResetForm({ code, rejected }: ResetFormProps) {
  const t = useTranslate()
  const form = useContractForm(resetForm, rejected)
  return (
    <AccountPanel title={t('reset.title')} intro={t('reset.intro')}>
      <FormBox form={form} className="grid gap-4">
        <input type="hidden" {...form.control('code')} defaultValue={code} />
        <NewPasswordFields form={form} />
        <Button type="submit" variant="primary" size="lg" block loading={form.isSubmitting}>
          {t('reset.save')}
        </Button>
      </FormBox>
    </AccountPanel>
  )
}

function Done() {
  const t = useTranslate()
  return (
    <AccountPanel title={t('reset.done_title')}>
      <p className="leading-prose">{t('reset.done_text')}</p>
      <div>
        <ButtonLink href="/users/login" variant="primary">
          {t('account.log_in')}
        </ButtonLink>
      </div>
    </AccountPanel>
  )
}

function Expired() {
  const t = useTranslate()
  return (
    <AccountPanel title={t('activation.failed_title')}>
      <Notice tone="warn" live>
        {t('reset.expired')}
      </Notice>
      <div>
        <ButtonLink href="/users/account-recovery" variant="primary">
          {t('reset.get_new_link')}
        </ButtonLink>
      </div>
    </AccountPanel>
  )
}
