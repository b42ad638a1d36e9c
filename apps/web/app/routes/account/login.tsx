import { AuthPage } from '../../features/people/auth/auth-page.tsx'
import { CodeStep } from '../../features/people/auth/code-step.tsx'
import { logIn } from '../../features/people/auth/log-in.server.ts'
import { PasskeyLogin } from '../../features/people/auth/passkey-login.tsx'
import { PasswordLogin, PasswordLoginDisabled } from '../../features/people/auth/password-login.tsx'
import { canUsePasskeys } from '../../features/people/auth/second-factor/passkey-support.ts'
import { hostContext } from '../../kernel/context.server.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/login.ts'

export function loader({ context }: Route.LoaderArgs) {
  return { hasPasskeys: canUsePasskeys(context.get(hostContext).site.general.site_url) }
}

export const action = (args: Route.ActionArgs) => logIn(args)

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.step === 'code') return <CodeStep rejected={actionData.rejected} />
  return <FirstStep {...loaderData} posted={actionData} />
}

type FirstStepProps = {
  hasPasskeys: boolean
  posted: Exclude<Route.ComponentProps['actionData'], { step: 'code' }>
}

function FirstStep({ hasPasskeys, posted }: FirstStepProps) {
  const t = useTranslate()
  const { site } = useVisit()
  const rejected = posted?.step === 'password' ? posted.rejected : undefined
  return (
    <AuthPage
      title={t('account.log_in')}
      intro={
        site.registrationOpen &&
        t.rich<React.ReactNode>('account.sign_up_prompt', {
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
          request={posted?.step === 'passkey' ? posted.request : null}
          hasAlternative={site.passwordLogin}
        />
      )}
      {site.passwordLogin ? (
        <PasswordLogin rejected={rejected} isSecondary={hasPasskeys} />
      ) : (
        <PasswordLoginDisabled rejected={rejected} />
      )}
    </AuthPage>
  )
}
