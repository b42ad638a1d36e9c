import { login } from '@stoa/contract/features/accounts'
import type { ActionRecord } from '@stoa/contract/features/captcha'
import {
  loginWithCode,
  loginWithPasskey,
  passkeyLoginOptions,
} from '@stoa/contract/features/second-factor'
import type { Envelope } from '@stoa/contract/envelope'
import { data, type ActionFunctionArgs } from 'react-router'
import { submit } from '../../kernel/api.server.ts'
import type { LoadContext } from '../../kernel/context.server.ts'
import type { FormProblem } from '../../kernel/form-problem.ts'
import { textsOf } from '../../kernel/form.server.ts'
import type { FormValues } from '../../kernel/form-spec.ts'
import { findPuzzle } from '../captcha/challenge.server.ts'
import { readAnswer } from '../second-factor/passkey-answer.server.ts'
import { codeForm, loginForm } from './account-forms.ts'
import { explainLimit } from './limited.server.ts'
import { signedIn } from './sign-in.server.ts'

type Args = ActionFunctionArgs & { context: LoadContext }
type Refusal = { problem: FormProblem; status: number }

/** One page, three ways through it: the step that was posted says which. */
export async function logIn(args: Args) {
  const form = await args.request.formData()
  switch (form.get('step')) {
    case 'code':
      return finishWithCode(args, textsOf(form, codeForm))
    case 'passkey':
      return askForPasskey(args)
    case 'passkey-answer':
      return finishWithPasskey(args, form)
    default:
      return withPassword(args, textsOf(form, loginForm))
  }
}

async function withPassword(args: Args, values: FormValues<'e_mail' | 'pass'>) {
  const result = await submit(args, login, loginForm.toInput(values))
  if (result.ok) return signedIn(args.context, result.reply, savedPath(args))
  const token = findCodeToken(result.envelope)
  if (token !== null) return codeAgain(token, null)
  const refusal = explainLimit(args.context, result, 'account.login_limited')
  return passwordAgain(refusal, values.e_mail, await findPuzzle(args, 'password'))
}

async function finishWithCode(args: Args, values: FormValues<'token' | 'code'>) {
  const result = await submit(args, loginWithCode, codeForm.toInput(values))
  if (result.ok) return signedIn(args.context, result.reply, savedPath(args))
  const isOver = result.status === 403
  return isOver ? passwordAgain(result) : codeAgain(values.token, result)
}

async function askForPasskey(args: Args) {
  const result = await submit(args, passkeyLoginOptions, {})
  if (!result.ok) return passwordAgain(result)
  return data({ step: 'passkey' as const, asked: result.reply })
}

async function finishWithPasskey(args: Args, form: FormData) {
  const { token, response } = readAnswer(form)
  const result = await submit(args, loginWithPasskey, { token, response })
  if (!result.ok) return passwordAgain(result)
  return signedIn(args.context, result.reply, savedPath(args))
}

function passwordAgain(
  { problem, status }: Refusal,
  e_mail = '',
  puzzle: ActionRecord | null = null,
) {
  const refused = { problem, values: { e_mail }, puzzle }
  return data({ step: 'password' as const, refused }, { status })
}

const noProblem: FormProblem = { fields: {}, message: null }

function codeAgain(token: string, refusal: Refusal | null) {
  const refused = { problem: refusal?.problem ?? noProblem, values: { token } }
  return data({ step: 'code' as const, refused }, { status: refusal?.status ?? 200 })
}

/** The token that a code must come with, when that is what a login was refused for. */
function findCodeToken({ data: hint }: Envelope): string | null {
  if (typeof hint !== 'object' || hint === null) return null
  const { type, token } = hint as { type?: unknown; token?: unknown }
  return type === 'second_factor' && typeof token === 'string' ? token : null
}

function savedPath({ request }: Args) {
  return new URL(request.url).searchParams.get('redirect')
}
