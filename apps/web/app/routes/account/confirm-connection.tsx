import { confirmBinding } from '@stoa/contract/features/connectors'
import { data, Form, redirect } from 'react-router'
import { AccountPanel } from '../../features/people/auth/account-panel.tsx'
import { redirectSignedIn } from '../../features/people/auth/sign-in.server.ts'
import { confirmBindingForm } from '../../features/people/connectors/connector-forms.ts'
import { locationOf, submit } from '../../kernel/api.server.ts'
import { FormMessage } from '../../kernel/form-message.tsx'
import { rejectForm, readForm } from '../../kernel/form.server.ts'
import { loginPath, readRedirect, withRedirect } from '../../kernel/paths.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/confirm-connection.ts'

/** The URL contains a secret code. */
export const headers = () => ({ 'cache-control': 'no-store' })

export function loader({ url }: Route.LoaderArgs) {
  return { code: url.searchParams.get('code') ?? '' }
}

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, confirmBindingForm)
  const result = await submit(args, confirmBinding, confirmBindingForm.toInput(values))
  const target = readRedirect(locationOf(args.url))
  if (result.ok) return redirectSignedIn(args.context, result.response, target)
  // The accounts are connected; only logging in needs the second factor.
  if (result.envelope.reason === 'error.second_factor.required')
    return redirect(withRedirect(loginPath, target))
  if (result.status === 403) return data({ isExpired: true } as const, { status: 403 })
  return rejectForm(confirmBindingForm, values, result)
}

export default function ConfirmConnection({ loaderData, actionData }: Route.ComponentProps) {
  const isExpired = actionData !== undefined && 'isExpired' in actionData
  if (isExpired || loaderData.code === '') return <Expired />
  return <Confirm code={loaderData.code} message={actionData?.problem.message ?? null} />
}

type ConfirmProps = { code: string; message: Parameters<typeof FormMessage>[0]['message'] }

/** Needs a click: mail scanners follow links. */
function Confirm({ code, message }: ConfirmProps) {
  const t = useTranslate()
  return (
    <AccountPanel title={t('connectors.confirm_title')} intro={t('connectors.confirm_intro')}>
      <Form method="post" className="grid gap-4">
        <FormMessage message={message} isLate={false} />
        <input type="hidden" name="code" value={code} />
        <Notice tone="warn">{t('connectors.confirm_warning')}</Notice>
        <Button type="submit" variant="primary" size="lg" block>
          {t('connectors.confirm')}
        </Button>
      </Form>
    </AccountPanel>
  )
}

function Expired() {
  const t = useTranslate()
  return (
    <AccountPanel title={t('activation.failed_title')}>
      <Notice tone="warn" live>
        {t('connectors.confirm_expired')}
      </Notice>
      <div>
        <ButtonLink href={loginPath} variant="primary">
          {t('account.log_in')}
        </ButtonLink>
      </div>
    </AccountPanel>
  )
}
