import {
  addPasskey,
  confirmTotp,
  passkeyOptions,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
} from '@stoa/contract/features/second-factor'
import { data, redirect, type ActionFunctionArgs } from 'react-router'
import { securityPath } from '../../kernel/addresses.ts'
import { submit } from '../../kernel/api.server.ts'
import type { LoadContext } from '../../kernel/context.server.ts'
import { formAgain, textsOf } from '../../kernel/form.server.ts'
import { readAnswer } from './passkey-answer.server.ts'
import { toQrCode } from './qr.server.ts'
import { confirmForm, passkeyForm, passwordForm, removePasskeyForm } from './second-factor-forms.ts'
import { toStep, type Done } from './security-steps.ts'

type Args = ActionFunctionArgs & { context: LoadContext }

/** Does what the step of the address is for. */
export async function changeSecurity(args: Args) {
  const form = await args.request.formData()
  switch (toStep(new URL(args.request.url).searchParams.get('step'))) {
    case 'app':
      return form.has('code') ? confirmApp(args, form) : startApp(args, form)
    case 'codes':
      return renewCodes(args, form)
    case 'app-off':
      return removeApp(args, form)
    case 'passkey':
      return form.has('response') ? finishPasskey(args, form) : startPasskey(args, form)
    case 'passkey-off':
      return forgetPasskey(args, form)
    case null:
      return redirect(securityPath)
  }
}

async function startApp(args: Args, form: FormData) {
  const values = textsOf(form, passwordForm)
  const result = await submit(args, startTotp, passwordForm.toInput(values))
  if (!result.ok) return again(formAgain(passwordForm, values, result))
  return data({ at: 'confirm' as const, ...drawn(result.reply.uri), refused: undefined })
}

async function confirmApp(args: Args, form: FormData) {
  const values = textsOf(form, confirmForm)
  const result = await submit(args, confirmTotp, confirmForm.toInput(values))
  if (result.ok) return data({ at: 'codes' as const, codes: result.reply.recovery_codes })
  const isStillOpen = result.status !== 403 && isTotpUri(values.uri)
  if (!isStillOpen) return again(formAgain(passwordForm, { pass: '' }, result))
  const { data: refused, init } = formAgain(confirmForm, values, result)
  return data({ at: 'confirm' as const, ...drawn(values.uri), refused }, init ?? undefined)
}

const isTotpUri = (text: string) => text.startsWith('otpauth://totp/') && text.length < 1000

/** The secret for those who scan, those who type and those who are on the device with the app. */
function drawn(uri: string) {
  const secret = URL.parse(uri)?.searchParams.get('secret') ?? ''
  return { uri, secret, qr: toQrCode(uri) }
}

async function renewCodes(args: Args, form: FormData) {
  const values = textsOf(form, passwordForm)
  const result = await submit(args, renewRecoveryCodes, passwordForm.toInput(values))
  if (!result.ok) return again(formAgain(passwordForm, values, result))
  return data({ at: 'codes' as const, codes: result.reply.recovery_codes })
}

async function removeApp(args: Args, form: FormData) {
  const values = textsOf(form, passwordForm)
  const result = await submit(args, removeTotp, passwordForm.toInput(values))
  return result.ok ? toDone('app-off') : again(formAgain(passwordForm, values, result))
}

async function startPasskey(args: Args, form: FormData) {
  const values = textsOf(form, passkeyForm)
  const { pass } = passkeyForm.toInput(values)
  const result = await submit(args, passkeyOptions, { pass })
  if (!result.ok) return again(formAgain(passkeyForm, values, result))
  return data({ at: 'passkey' as const, asked: { ...result.reply, name: values.name } })
}

async function finishPasskey(args: Args, form: FormData) {
  const answer = readAnswer(form)
  const result = await submit(args, addPasskey, answer)
  if (result.ok) return toDone('passkey')
  return again(formAgain(passkeyForm, { name: answer.name, pass: '' }, result))
}

async function forgetPasskey(args: Args, form: FormData) {
  const values = textsOf(form, removePasskeyForm)
  const result = await submit(args, removePasskey, removePasskeyForm.toInput(values))
  return result.ok ? toDone('passkey-off') : again(formAgain(removePasskeyForm, values, result))
}

type Again = ReturnType<typeof formAgain>

function again({ data: refused, init }: Again) {
  return data({ at: 'form' as const, refused }, init ?? undefined)
}

function toDone(done: Done) {
  return redirect(`${securityPath}?done=${done}`)
}
