import { listConnectors, type Connector } from '@stoa/contract/features/connectors'
import type { UserCenterAgent } from '@stoa/contract/features/user-center'
import { useLocation } from 'react-router'
import { AuthPage } from '../../features/people/auth/auth-page.tsx'
import { CodeStep } from '../../features/people/auth/code-step.tsx'
import { findFigures } from '../../features/people/auth/figures.server.ts'
import { logIn } from '../../features/people/auth/log-in.server.ts'
import { OrWithEmail } from '../../features/people/auth/or-with-email.tsx'
import { PasskeyLogin } from '../../features/people/auth/passkey-login.tsx'
import { PasswordLogin, PasswordLoginDisabled } from '../../features/people/auth/password-login.tsx'
import { AgentButton } from '../../features/people/user-center/agent-button.tsx'
import { toAgentLogin } from '../../features/people/user-center/agent-links.ts'
import { findAgent } from '../../features/people/user-center/find-agent.server.ts'
import { canUsePasskeys } from '../../features/people/auth/second-factor/passkey-support.ts'
import { ConnectorButtons } from '../../features/people/connectors/connector-buttons.tsx'
import { connectorParameter } from '../../features/people/connectors/connector-links.ts'
import { logInAtService } from '../../features/people/connectors/service-login.server.ts'
import { ServiceLogin } from '../../features/people/connectors/service-login.tsx'
import { SlotHtmlContext } from '../../features/site/plugin-slots/slot-html.ts'
import { loadSlots } from '../../features/site/plugin-slots/slots.server.ts'
import { Slot } from '../../features/site/plugin-slots/slot.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { hostContext, visitContext } from '../../kernel/context.server.ts'
import { readRedirect, registerPathFrom } from '../../kernel/paths.ts'
import type { SlotHtml } from '../../kernel/visit.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/login.ts'

export async function loader(args: Route.LoaderArgs) {
  const { site } = args.context.get(hostContext)
  const isOwned = args.context.get(visitContext).site.userCenter?.ownsLogin === true
  const hasPasskeys = canUsePasskeys(site.general.site_url) && !isOwned
  const [connectors, agent, figures, slots] = await Promise.all([
    apiFrom(args).call(listConnectors, {}),
    findAgent(args),
    findFigures(args),
    loadSlots(args.context, [{ name: 'login', props: { path: args.url.pathname } }]),
  ])
  const service = findService(connectors, args.url)
  return { hasPasskeys, connectors, agent, service, figures, ...slots }
}

/** The service whose form the page shows. */
function findService(connectors: readonly Connector[], url: URL) {
  const slug = url.searchParams.get(connectorParameter)
  return connectors.find(({ slug_name, type }) => slug_name === slug && type === 'form') ?? null
}

export async function action(args: Route.ActionArgs) {
  const service = findService(await apiFrom(args).call(listConnectors, {}), args.url)
  if (service !== null) return logInAtService(args, service)
  return logIn(args, await args.request.formData())
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.step === 'code') return <CodeStep rejected={actionData.rejected} />
  if (loaderData.service !== null) {
    const rejected = toServiceRejection(actionData)
    return <ServiceLogin service={loaderData.service} rejected={rejected} />
  }
  return <FirstStep {...loaderData} posted={actionData} />
}

type Posted = Exclude<Route.ComponentProps['actionData'], { step: 'code' }>

function toServiceRejection(posted: Posted) {
  if (posted?.step === 'service') return posted.rejected
  // The code came too late.
  return posted?.step === 'password' ? { problem: posted.rejected.problem, values: {} } : undefined
}

type OtherWaysProps = {
  hasPasskeys: boolean
  connectors: Connector[]
  agent: UserCenterAgent | null
  posted: Posted
}

type FirstStepProps = OtherWaysProps & { slots?: SlotHtml }

function FirstStep({ slots, ...ways }: FirstStepProps) {
  const { posted, hasPasskeys, connectors } = ways
  const t = useTranslate()
  const { site } = useVisit()
  const { pathname, search } = useLocation()
  const rejected = posted?.step === 'password' ? posted.rejected : undefined
  const hasConnectors = connectors.length > 0
  const hasOtherWays = hasPasskeys || hasConnectors
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
      {hasOtherWays && <OtherWays {...ways} />}
      {site.passwordLogin ? (
        <PasswordLogin rejected={rejected} isSecondary={hasOtherWays} />
      ) : (
        <PasswordLoginDisabled rejected={rejected} hasConnectors={hasConnectors} />
      )}
      <SlotHtmlContext value={slots}>
        <Slot name="login" path={pathname} className="mt-6" />
      </SlotHtmlContext>
    </AuthPage>
  )
}

/** The service that manages the accounts, passkeys and other services, above the form. */
function OtherWays({ hasPasskeys, connectors, agent, posted }: OtherWaysProps) {
  const { site } = useVisit()
  const { pathname, search } = useLocation()
  const hasConnectors = connectors.length > 0
  const others = connectors.filter(({ slug_name }) => slug_name !== agent?.name)
  const target = readRedirect(pathname + search)
  return (
    <div className="grid gap-4">
      {agent && <AgentButton agent={agent} href={toAgentLogin(agent, target)} />}
      {hasPasskeys && (
        <PasskeyLogin
          request={posted?.step === 'passkey' ? posted.request : null}
          isBeforeForm={site.passwordLogin && !hasConnectors}
          isSecondary={agent !== null}
        />
      )}
      {others.length > 0 && (
        <ConnectorButtons
          connectors={others}
          target={target}
          isOnlyWay={agent === null && !hasPasskeys && !site.passwordLogin}
        />
      )}
      {hasConnectors && site.passwordLogin && <OrWithEmail />}
    </div>
  )
}
