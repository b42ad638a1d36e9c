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
import { securityPath } from '../../../../kernel/paths.ts'
import { submit } from '../../../../kernel/api.server.ts'
import type { LoadContext } from '../../../../kernel/context.server.ts'
import { rejectForm, readFormValues } from '../../../../kernel/form.server.ts'
import { readPasskeyResponse } from './passkey-response.server.ts'
import { toQrCode } from './qr.server.ts'
import { confirmForm, passkeyForm, passwordForm, removePasskeyForm } from './second-factor-forms.ts'
import { toStep, type Done } from './security-steps.ts'

type Args = ActionFunctionArgs & { context: LoadContext }

/** Runs the step in the URL. */
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
      return deletePasskey(args, form)
    case null:
      return redirect(securityPath)
  }
}

async function startApp(args: Args, form: FormData) {
  const values = readFormValues(form, passwordForm)
  const result = await submit(args, startTotp, passwordForm.toInput(values))
  if (!result.ok) return showForm(rejectForm(passwordForm, values, result))
  return data({ at: 'confirm' as const, ...toTotpSetup(result.response.uri), rejected: undefined })
}

async function confirmApp(args: Args, form: FormData) {
  const values = readFormValues(form, confirmForm)
  const result = await submit(args, confirmTotp, confirmForm.toInput(values))
  if (result.ok) return data({ at: 'codes' as const, codes: result.response.recovery_codes })
  const canRetry = result.status !== 403 && isTotpUri(values.uri)
  if (!canRetry) return showForm(rejectForm(passwordForm, { pass: '' }, result))
  const { data: rejected, init } = rejectForm(confirmForm, values, result)
  return data({ at: 'confirm' as const, ...toTotpSetup(values.uri), rejected }, init ?? undefined)
}

const isTotpUri = (text: string) => text.startsWith('otpauth://totp/') && text.length < 1000

function toTotpSetup(uri: string) {
  const secret = URL.parse(uri)?.searchParams.get('secret') ?? ''
  return { uri, secret, qr: toQrCode(uri) }
}

async function renewCodes(args: Args, form: FormData) {
  const values = readFormValues(form, passwordForm)
  const result = await submit(args, renewRecoveryCodes, passwordForm.toInput(values))
  if (!result.ok) return showForm(rejectForm(passwordForm, values, result))
  return data({ at: 'codes' as const, codes: result.response.recovery_codes })
}

async function removeApp(args: Args, form: FormData) {
  const values = readFormValues(form, passwordForm)
  const result = await submit(args, removeTotp, passwordForm.toInput(values))
  return result.ok ? redirectDone('app-off') : showForm(rejectForm(passwordForm, values, result))
}

async function startPasskey(args: Args, form: FormData) {
  const values = readFormValues(form, passkeyForm)
  const { pass } = passkeyForm.toInput(values)
  const result = await submit(args, passkeyOptions, { pass })
  if (!result.ok) return showForm(rejectForm(passkeyForm, values, result))
  return data({ at: 'passkey' as const, request: { ...result.response, name: values.name } })
}

async function finishPasskey(args: Args, form: FormData) {
  const response = readPasskeyResponse(form)
  const result = await submit(args, addPasskey, response)
  if (result.ok) return redirectDone('passkey')
  return showForm(rejectForm(passkeyForm, { name: response.name, pass: '' }, result))
}

async function deletePasskey(args: Args, form: FormData) {
  const values = readFormValues(form, removePasskeyForm)
  const result = await submit(args, removePasskey, removePasskeyForm.toInput(values))
  return result.ok
    ? redirectDone('passkey-off')
    : showForm(rejectForm(removePasskeyForm, values, result))
}

type RejectedFormResponse = ReturnType<typeof rejectForm>

function showForm({ data: rejected, init }: RejectedFormResponse) {
  return data({ at: 'form' as const, rejected }, init ?? undefined)
}

function redirectDone(done: Done) {
  return redirect(`${securityPath}?done=${done}`)
}
