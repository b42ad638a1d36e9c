import { register, resendRegistration } from '@stoa/contract/features/accounts'
import { listConnectors, type Connector } from '@stoa/contract/features/connectors'
import { getInvitation } from '@stoa/contract/features/invitations'
import type { UserCenterAgent } from '@stoa/contract/features/user-center'
import { useState } from 'react'
import { data, redirectDocument, useLocation, useNavigation } from 'react-router'
import { registerForm, resendRegistrationForm } from '../../features/people/auth/account-forms.ts'
import { AuthPage } from '../../features/people/auth/auth-page.tsx'
import { AccountPanel } from '../../features/people/auth/account-panel.tsx'
import { findFigures } from '../../features/people/auth/figures.server.ts'
import { EmailAddress } from '../../features/people/auth/email-address.tsx'
import { OrWithEmail } from '../../features/people/auth/or-with-email.tsx'
import { ConnectorButtons } from '../../features/people/connectors/connector-buttons.tsx'
import { AgentButton } from '../../features/people/user-center/agent-button.tsx'
import { toAgentSignUp } from '../../features/people/user-center/agent-links.ts'
import { findAgent } from '../../features/people/user-center/find-agent.server.ts'
import { CaptchaField } from '../../features/site/captcha/captcha-field.tsx'
import { withCaptchaData } from '../../features/site/captcha/captcha.server.ts'
import { apiFrom, locationOf, submit } from '../../kernel/api.server.ts'
import { hostContext } from '../../kernel/context.server.ts'
import type { FormValues } from '../../kernel/form-spec.ts'
import { FormBox, FormField, useContractForm, type RejectedForm } from '../../kernel/form.tsx'
import { rejectForm, readFormValues } from '../../kernel/form.server.ts'
import { loginPathFrom, readRedirect } from '../../kernel/paths.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { toReturnInput } from '../../features/people/auth/return-path.server.ts'
import { LegalNote } from '../../features/site/shell/legal-note.tsx'
import type { Route } from './+types/register.ts'

export async function loader(args: Route.LoaderArgs) {
  const code = readInvitation(args.url)
  const { login } = args.context.get(hostContext).site
  const agent = await findAgent(args)
  const target = readRedirect(locationOf(args.url))
  if (agent?.enabled_original_user_system === false)
    throw redirectDocument(toAgentSignUp(agent, target))
  const [figures, invitation, connectors] = await Promise.all([
    findFigures(args),
    code === undefined ? null : findInvitation(args, code),
    // An invitation is for an account with an email and a password.
    code === undefined ? apiFrom(args).call(listConnectors, {}) : [],
  ])
  const hasForm = code !== undefined || login.allow_email_registrations
  return { figures, invitation, connectors, agent, hasForm }
}

function readInvitation(url: URL) {
  const code = url.searchParams.get('invitation')?.slice(0, 128)
  return code === '' ? undefined : (code ?? undefined)
}

/** What the invitation is for, or why it cannot be used. */
async function findInvitation(args: Route.LoaderArgs, code: string) {
  const result = await submit(args, getInvitation, { code })
  if (result.ok) return { email: result.response.e_mail, error: null }
  return { email: '', error: result.envelope.msg }
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  if (form.get('step') === 'resend')
    return resend(args, readFormValues(form, resendRegistrationForm))
  const values = readFormValues(form, registerForm)
  const invitation = readInvitation(args.url)
  const input = {
    ...registerForm.toInput(values),
    ...toReturnInput(args.url),
    ...(invitation === undefined ? {} : { invitation }),
  }
  const result = await submit(args, register, input)
  if (result.ok) return { step: 'sent' as const, email: values.e_mail.trim() }
  const rejected = await withCaptchaData(args, 'email', rejectForm(registerForm, values, result))
  return data({ step: 'register' as const, rejected: rejected.data }, rejected.init ?? {})
}

async function resend(args: Route.ActionArgs, values: FormValues<'e_mail' | 'pass'>) {
  const input = { ...resendRegistrationForm.toInput(values), ...toReturnInput(args.url) }
  const result = await submit(args, resendRegistration, input)
  const email = values.e_mail
  if (result.ok) return { step: 'resent' as const, email }
  const form = rejectForm(resendRegistrationForm, values, result)
  const rejected = await withCaptchaData(args, 'email', form)
  return data({ step: 'resend' as const, email, rejected: rejected.data }, rejected.init ?? {})
}

export default function Register({ actionData, loaderData }: Route.ComponentProps) {
  const password = useSubmittedPassword()
  if (actionData === undefined || actionData.step === 'register')
    return <SignUp {...loaderData} rejected={actionData?.rejected} />
  return <CheckEmail {...actionData} password={password} />
}

/** Remembered in this tab only, so that the email can be sent again without typing it once more. */
function useSubmittedPassword() {
  const { formData } = useNavigation()
  const [password, setPassword] = useState('')
  const submitted = formData?.get('pass')
  if (typeof submitted === 'string' && submitted !== '' && submitted !== password)
    setPassword(submitted)
  return password
}

type CheckEmailProps = {
  step: 'sent' | 'resent' | 'resend'
  email: string
  rejected?: RejectedForm<'e_mail' | 'pass'>
  password: string
}

function CheckEmail({ step, email, rejected, password }: CheckEmailProps) {
  const t = useTranslate()
  const { pathname, search } = useLocation()
  const form = useContractForm(resendRegistrationForm, rejected)
  return (
    <AccountPanel title={t('activation.check_email')}>
      {step === 'resent' && (
        <Notice tone="ok" live>
          {t(password === '' ? 'activation.sent_if_correct' : 'activation.sent_again')}
        </Notice>
      )}
      <p className="leading-prose">
        {t.rich<React.ReactNode>('activation.sent_to', {
          email: <EmailAddress key="email">{email}</EmailAddress>,
        })}
      </p>
      <p className="text-md text-ink-2">{t('activation.check_spam')}</p>
      <FormBox form={form} className="grid gap-4">
        <input type="hidden" name="step" value="resend" />
        <input type="hidden" {...form.control('e_mail')} defaultValue={email} />
        {password === '' ? (
          <FormField form={form} name="pass" label={t('account.password')}>
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
          <input type="hidden" {...form.control('pass')} defaultValue={password} />
        )}
        <CaptchaField rejected={rejected} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" loading={form.isSubmitting}>
            {t('activation.send_again')}
          </Button>
          <ButtonLink href={pathname + search} variant="ghost">
            {t('change_email.wrong_email')}
          </ButtonLink>
        </div>
      </FormBox>
    </AccountPanel>
  )
}

type RejectedRegistration = RejectedForm<'name' | 'e_mail' | 'pass'>

type SignUpProps = {
  rejected: RejectedRegistration
  invitation: { email: string; error: string | null } | null
  connectors: Connector[]
  agent: UserCenterAgent | null
  /** Whether users can sign up with an email and a password. */
  hasForm: boolean
}

function SignUp({ rejected, invitation, connectors, agent, hasForm }: SignUpProps) {
  const t = useTranslate()
  const { pathname, search } = useLocation()
  const target = readRedirect(pathname + search)
  const others = connectors.filter(({ slug_name }) => slug_name !== agent?.name)
  return (
    <AuthPage
      title={t('account.sign_up')}
      intro={t.rich<React.ReactNode>('account.log_in_prompt', {
        link: (text) => (
          <TextLink key="link" href={loginPathFrom(pathname + search)}>
            {text}
          </TextLink>
        ),
      })}
    >
      {invitation !== null && (
        <Notice tone={invitation.error === null ? 'info' : 'bad'}>
          {invitation.error ?? t('people.you_are_invited')}
        </Notice>
      )}
      {connectors.length > 0 && (
        <div className="grid gap-4">
          {agent && <AgentButton agent={agent} href={toAgentSignUp(agent, target)} />}
          {others.length > 0 && (
            <ConnectorButtons
              connectors={others}
              target={target}
              isOnlyWay={agent === null && !hasForm}
            />
          )}
          {hasForm ? <OrWithEmail /> : <LegalNote />}
        </div>
      )}
      {hasForm && <RegisterForm rejected={rejected} email={invitation?.email} />}
    </AuthPage>
  )
}

type RegisterFormProps = { rejected: RejectedRegistration; email: string | undefined }

function RegisterForm({ rejected, email }: RegisterFormProps) {
  const t = useTranslate()
  const form = useContractForm(registerForm, rejected)
  return (
    <FormBox form={form} className="grid gap-4">
      <FormField form={form} name="name" label={t('account.name')} hint={t('account.name_hint')}>
        {(control) => <TextInput {...control} autoComplete="nickname" dir="auto" />}
      </FormField>
      <FormField
        form={form}
        name="e_mail"
        label={t('account.email')}
        hint={t('account.email_hint')}
      >
        {(control) => (
          <TextInput
            {...control}
            defaultValue={control.defaultValue ?? email}
            type="email"
            autoComplete="email"
            inputMode="email"
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="pass"
        label={t('account.password')}
        hint={t('account.password_hint')}
      >
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="new-password"
            showLabel={t('account.show_password')}
            hideLabel={t('account.hide_password')}
          />
        )}
      </FormField>
      <CaptchaField rejected={rejected} />
      <LegalNote />
      <Button type="submit" variant="primary" size="lg" block loading={form.isSubmitting}>
        {t('account.sign_up')}
      </Button>
    </FormBox>
  )
}
