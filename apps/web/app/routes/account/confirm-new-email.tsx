import { confirmEmailChange } from '@stoa/contract/features/recovery'
import { data, Form, redirect } from 'react-router'
import { activationForm } from '../../features/people/auth/account-forms.ts'
import { AccountPanel } from '../../features/people/auth/account-panel.tsx'
import { redirectSignedIn } from '../../features/people/auth/sign-in.server.ts'
import { locationOf, submit } from '../../kernel/api.server.ts'
import { FormMessage } from '../../kernel/form-message.tsx'
import { rejectForm, readForm } from '../../kernel/form.server.ts'
import { loginPathFrom, readRedirect } from '../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/confirm-new-email.ts'

/** The URL contains a secret code. */
export const headers = () => ({ 'cache-control': 'no-store' })

const donePath = '/users/confirm-new-email?done'

export function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  return { code: searchParams.get('code') ?? '', isDone: searchParams.has('done') }
}

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, activationForm)
  const result = await submit(args, confirmEmailChange, activationForm.toInput(values))
  const target = readRedirect(locationOf(args.url))
  if (result.ok) return redirectSignedIn(args.context, result.response, target, donePath)
  // The email is confirmed; only logging in needs the second factor.
  if (result.envelope.reason === 'error.second_factor.required')
    return redirect(target === null ? donePath : loginPathFrom(target))
  if (result.status === 403) return data({ isExpired: true } as const, { status: 403 })
  return rejectForm(activationForm, values, result)
}

export default function ConfirmNewEmail({ loaderData, actionData }: Route.ComponentProps) {
  const isExpired = actionData !== undefined && 'isExpired' in actionData
  if (loaderData.isDone) return <Done />
  if (isExpired || loaderData.code === '') return <Expired />
  return <Confirm code={loaderData.code} message={actionData?.problem.message ?? null} />
}

type ConfirmProps = { code: string; message: Parameters<typeof FormMessage>[0]['message'] }

/** Needs a click: mail scanners follow links. */
function Confirm({ code, message }: ConfirmProps) {
  const t = useTranslate()
  return (
    <AccountPanel title={t('confirm_email.title')} intro={t('confirm_email.intro')}>
      <Form method="post" className="grid gap-4">
        <FormMessage message={message} isLate={false} />
        <input type="hidden" name="code" value={code} />
        <Button type="submit" variant="primary" size="lg" block>
          {t('confirm_email.confirm')}
        </Button>
      </Form>
    </AccountPanel>
  )
}

function Done() {
  const t = useTranslate()
  const { viewer } = useVisit()
  return (
    <AccountPanel title={t('confirm_email.done_title')}>
      <p className="leading-prose">{t('confirm_email.done_text')}</p>
      <div>
        {viewer === null ? (
          <ButtonLink href="/users/login" variant="primary">
            {t('account.log_in')}
          </ButtonLink>
        ) : (
          <ButtonLink href="/">{t('page.back_home')}</ButtonLink>
        )}
      </div>
    </AccountPanel>
  )
}

function Expired() {
  const t = useTranslate()
  return (
    <AccountPanel title={t('activation.failed_title')}>
      <Notice tone="warn" live>
        {t('confirm_email.expired')}
      </Notice>
      <div>
        <ButtonLink href="/users/settings/account">{t('confirm_email.settings')}</ButtonLink>
      </div>
    </AccountPanel>
  )
}
