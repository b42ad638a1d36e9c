import { data, redirect } from 'react-router'
import { codeForm } from '../../features/people/auth/account-forms.ts'
import { CodeStep } from '../../features/people/auth/code-step.tsx'
import { findFigures } from '../../features/people/auth/figures.server.ts'
import { finishWithCode } from '../../features/people/auth/log-in.server.ts'
import { CheckEmail } from '../../features/people/connectors/check-email.tsx'
import { findServiceName } from '../../features/people/connectors/find-service.server.ts'
import { LandingFailed, LandingLost } from '../../features/people/connectors/landing-panels.tsx'
import { locationOf } from '../../kernel/api.server.ts'
import { hostContext, visitContext } from '../../kernel/context.server.ts'
import { readForm } from '../../kernel/form.server.ts'
import {
  homePath,
  inactivePath,
  loginPath,
  readRedirect,
  withRedirect,
} from '../../kernel/paths.ts'
import { isActivated } from '../../kernel/visit.ts'
import type { Route } from './+types/auth-landing.ts'

export const headers = () => ({ 'cache-control': 'no-store' })

/** Where users come back from a service, once the server has checked its response. */
export async function loader(args: Route.LoaderArgs) {
  const { landing } = args.context.get(hostContext)
  const { viewer } = args.context.get(visitContext)
  const query = args.url.searchParams
  const target = readRedirect(locationOf(args.url))
  const service = await findServiceName(args)
  if (query.has('error') && landing !== null && landing.message !== '')
    return { step: 'failed' as const, message: landing.message, service, target }
  if (query.get('outcome') === 'confirmation_sent')
    return { step: 'sent' as const, service, target }
  if (viewer !== null)
    throw redirect(isActivated(viewer) ? (target ?? homePath) : withRedirect(inactivePath, target))
  if (query.get('outcome') === 'code_required' && landing !== null && landing.token !== '')
    return { step: 'code' as const, token: landing.token, target, figures: await findFigures(args) }
  return { step: 'lost' as const, target }
}

/** The code of the second factor. */
export async function action(args: Route.ActionArgs) {
  const outcome = await finishWithCode(args, await readForm(args.request, codeForm))
  if (outcome instanceof Response) {
    outcome.headers.append('set-cookie', args.context.get(hostContext).expiredLandingCookie())
    return outcome
  }
  const { data: posted, init } = outcome
  // Otherwise the code came too late.
  return data(posted.step === 'code' ? posted : { step: 'lost' as const }, init ?? {})
}

export default function AuthLanding({ loaderData, actionData }: Route.ComponentProps) {
  const { step, target } = loaderData
  if (step === 'failed') return <LandingFailed {...loaderData} />
  if (step === 'sent') return <CheckEmail email="" />
  if (step === 'lost' || actionData?.step === 'lost') return <LandingLost target={target} />
  const rejected = actionData?.rejected ?? {
    problem: { fields: {}, message: null },
    values: { token: loaderData.token },
  }
  return <CodeStep rejected={rejected} firstStep={withRedirect(loginPath, target)} />
}
