import { useLocation } from 'react-router'
import { AuthPage } from '../../features/people/auth/auth-page.tsx'
import { CodeStep } from '../../features/people/auth/code-step.tsx'
import { findFigures } from '../../features/people/auth/figures.server.ts'
import { logIn } from '../../features/people/auth/log-in.server.ts'
import { PasskeyLogin } from '../../features/people/auth/passkey-login.tsx'
import { PasswordLogin, PasswordLoginDisabled } from '../../features/people/auth/password-login.tsx'
import { canUsePasskeys } from '../../features/people/auth/second-factor/passkey-support.ts'
import { SlotHtmlContext } from '../../features/site/plugin-slots/slot-html.ts'
import { loadSlots } from '../../features/site/plugin-slots/slots.server.ts'
import { Slot } from '../../features/site/plugin-slots/slot.tsx'
import type { SlotHtml } from '../../kernel/visit.ts'
import { hostContext } from '../../kernel/context.server.ts'
import { registerPathFrom } from '../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/login.ts'

export async function loader(args: Route.LoaderArgs) {
  const { site } = args.context.get(hostContext)
  const hasPasskeys = canUsePasskeys(site.general.site_url)
  const [figures, slots] = await Promise.all([
    findFigures(args),
    loadSlots(args.context, [{ name: 'login', props: { path: args.url.pathname } }]),
  ])
  return { hasPasskeys, figures, ...slots }
}

export const action = (args: Route.ActionArgs) => logIn(args)

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.step === 'code') return <CodeStep rejected={actionData.rejected} />
  return <FirstStep {...loaderData} posted={actionData} />
}

type FirstStepProps = {
  hasPasskeys: boolean
  slots?: SlotHtml
  posted: Exclude<Route.ComponentProps['actionData'], { step: 'code' }>
}

function FirstStep({ hasPasskeys, slots, posted }: FirstStepProps) {
  const t = useTranslate()
  const { site } = useVisit()
  const { pathname, search } = useLocation()
  const rejected = posted?.step === 'password' ? posted.rejected : undefined
  return (
    <AuthPage
      title={t('account.log_in')}
      intro={
        site.registrationOpen &&
        t.rich<React.ReactNode>('account.sign_up_prompt', {
          link: (text) => (
            <TextLink key="link" href={registerPathFrom(pathname + search)}>
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
      <SlotHtmlContext value={slots}>
        <Slot name="login" path={pathname} className="mt-6" />
      </SlotHtmlContext>
    </AuthPage>
  )
}
