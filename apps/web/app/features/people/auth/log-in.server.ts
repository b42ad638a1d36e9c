import { login } from '@stoa/contract/features/accounts'
import type { ActionRecord } from '@stoa/contract/features/captcha'
import {
  loginWithCode,
  loginWithPasskey,
  passkeyLoginOptions,
} from '@stoa/contract/features/second-factor'
import type { Envelope } from '@stoa/contract/envelope'
import { data, type ActionFunctionArgs } from 'react-router'
import { locationOf, submit } from '../../../kernel/api.server.ts'
import type { LoadContext } from '../../../kernel/context.server.ts'
import type { FormValues } from '../../../kernel/form-spec.ts'
import { readFormValues } from '../../../kernel/form.server.ts'
import { readRedirect } from '../../../kernel/paths.ts'
import type { FormProblem } from '../../../kernel/rejections.ts'
import { findCaptcha } from '../../site/captcha/captcha.server.ts'
import { readPasskeyResponse } from './second-factor/passkey-response.server.ts'
import { codeForm, loginForm } from './account-forms.ts'
import { explainLimit } from './rate-limit-message.server.ts'
import { redirectSignedIn } from './sign-in.server.ts'

type Args = ActionFunctionArgs & { context: LoadContext }
type Rejection = { problem: FormProblem; status: number }

/** Handles the steps of the login page. */
export async function logIn(args: Args, form: FormData) {
  switch (form.get('step')) {
    case 'code':
      return finishWithCode(args, readFormValues(form, codeForm))
    case 'passkey':
      return startPasskeyLogin(args)
    case 'passkey-answer':
      return finishWithPasskey(args, form)
    default:
      return logInWithPassword(args, readFormValues(form, loginForm))
  }
}

async function logInWithPassword(args: Args, values: FormValues<'e_mail' | 'pass'>) {
  const result = await submit(args, login, loginForm.toInput(values))
  if (result.ok)
    return redirectSignedIn(args.context, result.response, readRedirect(locationOf(args.url)))
  const token = findCodeToken(result.envelope)
  if (token !== null) return showCodeStep(token, null)
  const rejection = explainLimit(args.context, result, 'account.login_limited')
  return showPasswordStep(rejection, values.e_mail, await findCaptcha(args, 'password'))
}

export async function finishWithCode(args: Args, values: FormValues<'token' | 'code'>) {
  const result = await submit(args, loginWithCode, codeForm.toInput(values))
  if (result.ok)
    return redirectSignedIn(args.context, result.response, readRedirect(locationOf(args.url)))
  const isTokenExpired = result.status === 403
  return isTokenExpired ? showPasswordStep(result) : showCodeStep(values.token, result)
}

async function startPasskeyLogin(args: Args) {
  const result = await submit(args, passkeyLoginOptions, {})
  if (!result.ok) return showPasswordStep(result)
  return data({ step: 'passkey' as const, request: result.response })
}

async function finishWithPasskey(args: Args, form: FormData) {
  const { token, response } = readPasskeyResponse(form)
  const result = await submit(args, loginWithPasskey, { token, response })
  if (!result.ok) return showPasswordStep(result)
  return redirectSignedIn(args.context, result.response, readRedirect(locationOf(args.url)))
}

function showPasswordStep(
  { problem, status }: Rejection,
  e_mail = '',
  captcha: ActionRecord | null = null,
) {
  const rejected = { problem, values: { e_mail }, captcha }
  return data({ step: 'password' as const, rejected }, { status })
}

const noProblem: FormProblem = { fields: {}, message: null }

export function showCodeStep(token: string, rejection: Rejection | null) {
  const rejected = { problem: rejection?.problem ?? noProblem, values: { token } }
  return data({ step: 'code' as const, rejected }, { status: rejection?.status ?? 200 })
}

/** Set if the login failed only because the second factor is missing. */
function findCodeToken({ data: details }: Envelope): string | null {
  if (typeof details !== 'object' || details === null) return null
  const { type, token } = details as { type?: unknown; token?: unknown }
  return type === 'second_factor' && typeof token === 'string' ? token : null
}
