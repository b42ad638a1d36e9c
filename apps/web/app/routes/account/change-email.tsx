import { askEmailChange } from '@stoa/contract/features/recovery'
import { redirect } from 'react-router'
import { AccountPanel } from '../../features/accounts/account-panel.tsx'
import { Address } from '../../features/accounts/address.tsx'
import { emailForm } from '../../features/accounts/recovery-forms.ts'
import { ChallengeField } from '../../features/captcha/challenge-field.tsx'
import { challengedAgain } from '../../features/captcha/challenge.server.ts'
import { inactivePath, loginPathFrom } from '../../kernel/addresses.ts'
import { locationOf, submit } from '../../kernel/api.server.ts'
import { visitContext } from '../../kernel/context.server.ts'
import { FormBox, FormField, useContractForm } from '../../kernel/form.tsx'
import { formAgain, readForm } from '../../kernel/form.server.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { Route } from './+types/change-email.ts'

export function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(visitContext).viewer === null) throw redirect(loginPathFrom(locationOf(request)))
  return null
}

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, emailForm)
  const result = await submit(args, askEmailChange, emailForm.toInput(values))
  if (!result.ok)
    return challengedAgain(args, 'edit_userinfo', formAgain(emailForm, values, result))
  return { sentTo: values.e_mail.trim() }
}

/** For people who mistyped their address when they signed up. */
export default function ChangeEmail({ actionData }: Route.ComponentProps) {
  if (actionData !== undefined && 'sentTo' in actionData)
    return <CheckYourMail address={actionData.sentTo} />
  return <ChangeForm refused={actionData} />
}

function CheckYourMail({ address }: { address: string }) {
  const t = useTranslate()
  return (
    <AccountPanel title={t('activation.check_mail')}>
      <p className="leading-prose">
        {t.rich<React.ReactNode>('change_email.sent', {
          address: <Address key="address">{address}</Address>,
        })}
      </p>
      <div>
        <ButtonLink href="/">{t('page.back_home')}</ButtonLink>
      </div>
    </AccountPanel>
  )
}

type FormProps = { refused: Exclude<Route.ComponentProps['actionData'], { sentTo: string }> }

function ChangeForm({ refused }: FormProps) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const form = useContractForm(emailForm, refused)
  return (
    <AccountPanel title={t('change_email.title')} intro={t('change_email.intro')}>
      {viewer && (
        <p className="leading-prose">
          {t.rich<React.ReactNode>('change_email.now', {
            address: <Address key="address">{viewer.e_mail}</Address>,
          })}
        </p>
      )}
      <FormBox form={form} className="grid gap-4">
        <FormField form={form} name="e_mail" label={t('account.new_e_mail')}>
          {(control) => (
            <TextInput {...control} type="email" autoComplete="email" inputMode="email" />
          )}
        </FormField>
        <ChallengeField refused={refused} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" loading={form.isSending}>
            {t('change_email.send')}
          </Button>
          <ButtonLink href={inactivePath} variant="ghost">
            {t('change_email.cancel')}
          </ButtonLink>
        </div>
      </FormBox>
    </AccountPanel>
  )
}
