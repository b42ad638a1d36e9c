import { bindEmail } from '@stoa/contract/features/connectors'
import { data } from 'react-router'
import { AccountPanel } from '../../features/people/auth/account-panel.tsx'
import { CheckEmail } from '../../features/people/connectors/check-email.tsx'
import { bindingForm } from '../../features/people/connectors/connector-forms.ts'
import { findServiceName } from '../../features/people/connectors/find-service.server.ts'
import { LandingLost } from '../../features/people/connectors/landing-panels.tsx'
import { CaptchaField } from '../../features/site/captcha/captcha-field.tsx'
import { withCaptchaData } from '../../features/site/captcha/captcha.server.ts'
import { LegalNote } from '../../features/site/shell/legal-note.tsx'
import { submit } from '../../kernel/api.server.ts'
import { hostContext } from '../../kernel/context.server.ts'
import { readForm, rejectForm } from '../../kernel/form.server.ts'
import { FormBox, FormField, useContractForm, type RejectedForm } from '../../kernel/form.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { Route } from './+types/confirm-email.ts'

export const headers = () => ({ 'cache-control': 'no-store' })

export async function loader(args: Route.LoaderArgs) {
  const { connectorKey } = args.context.get(hostContext)
  return { service: await findServiceName(args), hasKey: connectorKey !== null }
}

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, bindingForm)
  const { connectorKey, expiredConnectorCookie } = args.context.get(hostContext)
  if (connectorKey === null) return data({ isExpired: true } as const, { status: 403 })
  const input = { binding_key: connectorKey, ...bindingForm.toInput(values) }
  const result = await submit(args, bindEmail, input)
  if (result.ok) {
    const sentTo = values.email.trim()
    return data({ sentTo }, { headers: { 'set-cookie': expiredConnectorCookie() } })
  }
  if (result.envelope.reason === 'error.connector.expired')
    return data({ isExpired: true } as const, { status: 403 })
  return withCaptchaData(args, 'email', rejectForm(bindingForm, values, result))
}

/** For services that vouch for no email. */
export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { service, hasKey } = loaderData
  if (actionData !== undefined && 'sentTo' in actionData)
    return <CheckEmail email={actionData.sentTo} />
  const isExpired = actionData !== undefined && 'isExpired' in actionData
  if (isExpired || !hasKey) return <LandingLost target={null} />
  return <EmailForm service={service} rejected={actionData} />
}

type EmailFormProps = { service: string; rejected: RejectedForm<'email'> }

function EmailForm({ service, rejected }: EmailFormProps) {
  const t = useTranslate()
  const form = useContractForm(bindingForm, rejected)
  return (
    <AccountPanel
      title={t('connectors.email_title')}
      intro={
        service === ''
          ? t('connectors.email_intro')
          : t('connectors.email_intro_service', { service })
      }
    >
      <FormBox form={form} className="grid gap-4">
        <FormField
          form={form}
          name="email"
          label={t('account.email')}
          hint={t('connectors.email_hint')}
        >
          {(control) => (
            <TextInput {...control} type="email" autoComplete="email" inputMode="email" />
          )}
        </FormField>
        <CaptchaField rejected={rejected} />
        <LegalNote />
        <Button type="submit" variant="primary" size="lg" block loading={form.isSubmitting}>
          {t('connectors.send_link')}
        </Button>
      </FormBox>
    </AccountPanel>
  )
}
