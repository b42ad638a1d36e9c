import { AccountGate } from '../../features/accounts/account-gate.tsx'
import { CodeStep } from '../../features/accounts/code-step.tsx'
import { logIn } from '../../features/accounts/log-in.server.ts'
import { PasskeyLogin } from '../../features/accounts/passkey-login.tsx'
import { PasswordLogin, PasswordLoginOff } from '../../features/accounts/password-login.tsx'
import { canUsePasskeys } from '../../features/second-factor/passkey-places.ts'
import { hostContext } from '../../kernel/context.server.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/login.ts'

export function loader({ context }: Route.LoaderArgs) {
  return { hasPasskeys: canUsePasskeys(context.get(hostContext).site.general.site_url) }
}

export const action = (args: Route.ActionArgs) => logIn(args)

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.step === 'code') return <CodeStep refused={actionData.refused} />
  return <FirstStep {...loaderData} posted={actionData} />
}

type FirstStepProps = {
  hasPasskeys: boolean
  posted: Exclude<Route.ComponentProps['actionData'], { step: 'code' }>
}

function FirstStep({ hasPasskeys, posted }: FirstStepProps) {
  const t = useTranslate()
  const { site } = useVisit()
  const refused = posted?.step === 'password' ? posted.refused : undefined
  return (
    <AccountGate
      title={t('account.log_in')}
      intro={
        site.registrationOpen &&
        t.rich<React.ReactNode>('account.new_here', {
          link: (text) => (
            <TextLink key="link" href="/users/register">
              {text}
            </TextLink>
          ),
        })
      }
    >
      {hasPasskeys && (
        <PasskeyLogin
          asked={posted?.step === 'passkey' ? posted.asked : null}
          hasAlternative={site.passwordLogin}
        />
      )}
      {site.passwordLogin ? (
        <PasswordLogin refused={refused} isSecondary={hasPasskeys} />
      ) : (
        <PasswordLoginOff refused={refused} />
      )}
    </AccountGate>
  )
}
