import { activate, resendActivation } from '@stoa/contract/features/accounts'
import { Form, redirect, useLocation } from 'react-router'
import { activationForm, resendForm } from '../../features/people/auth/account-forms.ts'
import { AccountPanel } from '../../features/people/auth/account-panel.tsx'
import { EmailAddress } from '../../features/people/auth/email-address.tsx'
import { toReturnInput } from '../../features/people/auth/return-path.server.ts'
import { redirectSignedIn } from '../../features/people/auth/sign-in.server.ts'
import { CaptchaField } from '../../features/site/captcha/captcha-field.tsx'
import { withCaptchaData } from '../../features/site/captcha/captcha.server.ts'
import {
  activationFailedPath,
  activationSuccessPath,
  changeEmailPathFrom,
  loginPathFrom,
  readRedirect,
} from '../../kernel/paths.ts'
import { locationOf, submit } from '../../kernel/api.server.ts'
import { FormMessage } from '../../kernel/form-message.tsx'
import { rejectForm, readFormValues } from '../../kernel/form.server.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/activation.ts'

/** The URL contains a secret code. */
export const headers = () => ({ 'cache-control': 'no-store' })

export function loader({ request }: Route.LoaderArgs) {
  return { code: new URL(request.url).searchParams.get('code') ?? '' }
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const values = readFormValues(form, activationForm)
  if (values.code === '') return resend(args, readFormValues(form, resendForm))
  const result = await submit(args, activate, activationForm.toInput(values))
  if (!result.ok) {
    if (Object.keys(result.problem.fields).length > 0) throw redirect(activationFailedPath)
    return rejectForm(activationForm, values, result)
  }
  const target = readRedirect(locationOf(args.url))
  return redirectSignedIn(args.context, result.response, target, activationSuccessPath)
}

async function resend(args: Route.ActionArgs, values: Parameters<typeof resendForm.toInput>[0]) {
  const input = { ...resendForm.toInput(values), ...toReturnInput(args.url) }
  const result = await submit(args, resendActivation, input)
  if (result.ok) return { isSent: true }
  return withCaptchaData(args, 'email', rejectForm(resendForm, values, result))
}

export default function Activation({ loaderData, actionData }: Route.ComponentProps) {
  const message =
    actionData !== undefined && 'problem' in actionData ? actionData.problem.message : null
  const isSent = actionData !== undefined && 'isSent' in actionData
  if (loaderData.code !== '') return <Activate code={loaderData.code} message={message} />
  const rejected = actionData !== undefined && 'captcha' in actionData ? actionData : undefined
  return <Inactive isSent={isSent} rejected={rejected} />
}

type MessageProps = { message: Parameters<typeof FormMessage>[0]['message'] }

/** Needs a click: mail scanners follow links. */
function Activate({ code, message }: { code: string } & MessageProps) {
  const t = useTranslate()
  return (
    <AccountPanel title={t('activation.title')} intro={t('activation.intro')}>
      <Form method="post" className="grid gap-4">
        <FormMessage message={message} isLate={false} />
        <input type="hidden" name="code" value={code} />
        <Button type="submit" variant="primary" size="lg" block>
          {t('activation.activate')}
        </Button>
      </Form>
    </AccountPanel>
  )
}

type InactiveProps = { isSent: boolean } & Parameters<typeof CaptchaField>[0]

function Inactive({ isSent, rejected }: InactiveProps) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const { pathname, search } = useLocation()
  return (
    <AccountPanel title={t('activation.check_email')}>
      {isSent && (
        <Notice tone="ok" live>
          {t('activation.sent_again')}
        </Notice>
      )}
      <p className="leading-prose">
        {viewer === null
          ? t('activation.sent')
          : t.rich<React.ReactNode>('activation.sent_to', {
              email: <EmailAddress key="email">{viewer.e_mail}</EmailAddress>,
            })}
      </p>
      <p className="text-md text-ink-2">
        {t(viewer === null ? 'activation.no_email' : 'activation.check_spam')}
      </p>
      {viewer === null ? (
        <div>
          <ButtonLink href={loginPathFrom(pathname + search)}>{t('account.log_in')}</ButtonLink>
        </div>
      ) : (
        <Form method="post" className="grid justify-items-start gap-4">
          <FormMessage message={rejected?.problem.message ?? null} isLate={false} />
          <CaptchaField rejected={rejected} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit">{t('activation.send_again')}</Button>
            <ButtonLink href={changeEmailPathFrom(pathname + search)} variant="ghost">
              {t('change_email.wrong_email')}
            </ButtonLink>
          </div>
        </Form>
      )}
    </AccountPanel>
  )
}
