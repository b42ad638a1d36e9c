import { askEmailChange } from '@stoa/contract/features/recovery'
import { redirect, useLocation } from 'react-router'
import { AccountPanel } from '../../features/people/auth/account-panel.tsx'
import { EmailAddress } from '../../features/people/auth/email-address.tsx'
import { toReturnInput } from '../../features/people/auth/return-path.server.ts'
import { emailForm } from '../../features/people/auth/recovery-forms.ts'
import { CaptchaField } from '../../features/site/captcha/captcha-field.tsx'
import { withCaptchaData } from '../../features/site/captcha/captcha.server.ts'
import { inactivePathFrom, loginPath, readRedirect, withRedirect } from '../../kernel/paths.ts'
import { locationOf, submit } from '../../kernel/api.server.ts'
import { visitContext } from '../../kernel/context.server.ts'
import { FormBox, FormField, useContractForm } from '../../kernel/form.tsx'
import { rejectForm, readForm } from '../../kernel/form.server.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { Route } from './+types/change-email.ts'

export function loader({ url, context }: Route.LoaderArgs) {
  if (context.get(visitContext).viewer === null)
    throw redirect(withRedirect(loginPath, locationOf(url)))
  return null
}

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, emailForm)
  const input = { ...emailForm.toInput(values), ...toReturnInput(args.url) }
  const result = await submit(args, askEmailChange, input)
  if (!result.ok)
    return withCaptchaData(args, 'edit_userinfo', rejectForm(emailForm, values, result))
  return { sentTo: values.e_mail.trim() }
}

/** For users who mistyped their email at sign-up. */
export default function ChangeEmail({ actionData }: Route.ComponentProps) {
  if (actionData !== undefined && 'sentTo' in actionData)
    return <CheckEmail email={actionData.sentTo} />
  return <ChangeForm rejected={actionData} />
}

function CheckEmail({ email }: { email: string }) {
  const t = useTranslate()
  const { pathname, search } = useLocation()
  const target = readRedirect(pathname + search)
  return (
    <AccountPanel title={t('activation.check_email')}>
      <p className="leading-prose">
        {t.rich<React.ReactNode>('change_email.sent', {
          email: <EmailAddress key="email">{email}</EmailAddress>,
        })}
      </p>
      <div>
        {target === null ? (
          <ButtonLink href="/">{t('page.back_home')}</ButtonLink>
        ) : (
          <ButtonLink href={target}>{t('page.back')}</ButtonLink>
        )}
      </div>
    </AccountPanel>
  )
}

type FormProps = { rejected: Exclude<Route.ComponentProps['actionData'], { sentTo: string }> }

function ChangeForm({ rejected }: FormProps) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const { pathname, search } = useLocation()
  const form = useContractForm(emailForm, rejected)
  return (
    <AccountPanel title={t('change_email.title')} intro={t('change_email.intro')}>
      {viewer && (
        <p className="leading-prose">
          {t.rich<React.ReactNode>('change_email.current', {
            email: <EmailAddress key="email">{viewer.e_mail}</EmailAddress>,
          })}
        </p>
      )}
      <FormBox form={form} className="grid gap-4">
        <FormField form={form} name="e_mail" label={t('account.new_email')}>
          {(control) => (
            <TextInput {...control} type="email" autoComplete="email" inputMode="email" />
          )}
        </FormField>
        <CaptchaField rejected={rejected} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" loading={form.isSubmitting}>
            {t('change_email.send')}
          </Button>
          <ButtonLink href={inactivePathFrom(pathname + search)} variant="ghost">
            {t('change_email.cancel')}
          </ButtonLink>
        </div>
      </FormBox>
    </AccountPanel>
  )
}
