import {
  loginWithConnector,
  type Connector,
  type SignInOutcome,
} from '@stoa/contract/features/connectors'
import { data, redirect, type ActionFunctionArgs } from 'react-router'
import { locationOf, submit } from '../../../kernel/api.server.ts'
import { hostContext, type LoadContext } from '../../../kernel/context.server.ts'
import type { FormValues } from '../../../kernel/form-spec.ts'
import { rejectForm, readFormValues } from '../../../kernel/form.server.ts'
import { readRedirect, redirectParameter } from '../../../kernel/paths.ts'
import { withCaptchaData } from '../../site/captcha/captcha.server.ts'
import { logIn, showCodeStep } from '../auth/log-in.server.ts'
import { redirectSignedIn } from '../auth/sign-in.server.ts'
import { serviceForm } from './connector-forms.ts'
import { confirmEmailPath, connectorParameter, landingPath, withQuery } from './connector-links.ts'

type Args = ActionFunctionArgs & { context: LoadContext }
type Service = Pick<Connector, 'slug_name' | 'name'>

/** Handles the login page with the form of a service. */
export async function logInAtService(args: Args, service: Service) {
  const form = await args.request.formData()
  if (form.get('step') !== 'service') return logIn(args, form)
  const values = readFormValues(form, serviceForm)
  const target = readRedirect(locationOf(args.url))
  const result = await submitCredentials(args, service, { values, intent: 'login', target })
  if (!result.ok) {
    const { data: rejected, init } = await showServiceForm(args, values, result)
    return data({ step: 'service' as const, rejected }, init ?? {})
  }
  const { outcome, session, token } = result.response
  if (outcome === 'code_required') return showCodeStep(token, null)
  if (session !== null) return redirectSignedIn(args.context, session, target)
  return redirectToEmail(args, service, result.response, target)
}

type Login = {
  values: FormValues<'username' | 'password'>
  intent: 'login' | 'link'
  target: string | null
}

export function submitCredentials(args: Args, service: Service, { values, intent, target }: Login) {
  return submit(args, loginWithConnector, {
    plugin_slug_name: service.slug_name,
    ...serviceForm.toInput(values),
    intent,
    ...(target === null ? {} : { return_path: target }),
  })
}

/** Says beside the fields what went wrong. */
export async function showServiceForm(
  args: Args,
  values: FormValues<'username' | 'password'>,
  { problem, status }: Parameters<typeof rejectForm>[2],
) {
  const { fields, message } = problem
  const shown = { fields, message: message && { ...message, kind: 'alert' as const } }
  const rejected = rejectForm(serviceForm, values, { problem: shown, status })
  return await withCaptchaData(args, 'password', rejected)
}

/** The service vouches for no email, or another account has it. */
function redirectToEmail(
  { context }: Args,
  { slug_name }: Service,
  { outcome, binding_key }: SignInOutcome,
  target: string | null,
) {
  const { connectorCookie, expiredConnectorCookie } = context.get(hostContext)
  const isNeeded = outcome === 'email_required'
  const path = isNeeded ? confirmEmailPath : landingPath
  const query = { [connectorParameter]: slug_name, [redirectParameter]: target }
  return redirect(withQuery(path, isNeeded ? query : { outcome, ...query }), {
    headers: { 'set-cookie': isNeeded ? connectorCookie(binding_key) : expiredConnectorCookie() },
  })
}
