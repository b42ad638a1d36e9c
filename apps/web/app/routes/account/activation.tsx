import { activate, resendActivation } from '@stoa/contract/features/accounts'
import { Form, redirect } from 'react-router'
import { activationForm, resendForm } from '../../features/accounts/account-forms.ts'
import { AccountPanel } from '../../features/accounts/account-panel.tsx'
import { signInCookies } from '../../features/accounts/sign-in.server.ts'
import { ChallengeField } from '../../features/captcha/challenge-field.tsx'
import { challengedAgain } from '../../features/captcha/challenge.server.ts'
import { activationFailedPath } from '../../kernel/addresses.ts'
import { submit } from '../../kernel/api.server.ts'
import { FormMessage } from '../../kernel/form-message.tsx'
import { formAgain, textsOf } from '../../kernel/form.server.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/activation.ts'

/** The address holds a code: nobody but this browser should have the page. */
export const headers = () => ({ 'cache-control': 'no-store' })

export function loader({ request }: Route.LoaderArgs) {
  return { code: new URL(request.url).searchParams.get('code') ?? '' }
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const values = textsOf(form, activationForm)
  if (values.code === '') return resend(args, textsOf(form, resendForm))
  const result = await submit(args, activate, activationForm.toInput(values))
  if (!result.ok) {
    if (Object.keys(result.problem.fields).length > 0) throw redirect(activationFailedPath)
    return formAgain(activationForm, values, result)
  }
  const cookies = signInCookies(args.context, result.reply)
  return redirect('/users/account-activation/success', { headers: cookies })
}

async function resend(args: Route.ActionArgs, values: Parameters<typeof resendForm.toInput>[0]) {
  const result = await submit(args, resendActivation, resendForm.toInput(values))
  if (result.ok) return { isSent: true }
  return challengedAgain(args, 'email', formAgain(resendForm, values, result))
}

export default function Activation({ loaderData, actionData }: Route.ComponentProps) {
  const message =
    actionData !== undefined && 'problem' in actionData ? actionData.problem.message : null
  const isSent = actionData !== undefined && 'isSent' in actionData
  if (loaderData.code !== '') return <Activate code={loaderData.code} message={message} />
  const refused = actionData !== undefined && 'puzzle' in actionData ? actionData : undefined
  return <Inactive isSent={isSent} refused={refused} />
}

type MessageProps = { message: Parameters<typeof FormMessage>[0]['message'] }

/** A button and not the link itself: mail scanners follow links. */
function Activate({ code, message }: { code: string } & MessageProps) {
  const t = useTranslate()
  return (
    <AccountPanel title={t('activation.title')} intro={t('activation.one_step')}>
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

type InactiveProps = { isSent: boolean } & Parameters<typeof ChallengeField>[0]

function Inactive({ isSent, refused }: InactiveProps) {
  const t = useTranslate()
  const { viewer } = useVisit()
  return (
    <AccountPanel title={t('activation.check_mail')}>
      {isSent && (
        <Notice tone="ok" live>
          {t('activation.sent_again')}
        </Notice>
      )}
      <p className="leading-prose">
        {viewer === null
          ? t('activation.sent')
          : t.rich<React.ReactNode>('activation.sent_to', {
              address: (
                <b key="address" dir="ltr">
                  {viewer.e_mail}
                </b>
              ),
            })}
      </p>
      <p className="text-md text-ink-2">{t('activation.no_mail')}</p>
      {viewer === null ? (
        <div>
          <ButtonLink href="/users/login">{t('account.log_in')}</ButtonLink>
        </div>
      ) : (
        <Form method="post" className="grid justify-items-start gap-4">
          <FormMessage message={refused?.problem.message ?? null} isLate={false} />
          <ChallengeField refused={refused} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit">{t('activation.send_again')}</Button>
            <ButtonLink href="/users/change-email" variant="ghost">
              {t('change_email.wrong_address')}
            </ButtonLink>
          </div>
        </Form>
      )}
    </AccountPanel>
  )
}
