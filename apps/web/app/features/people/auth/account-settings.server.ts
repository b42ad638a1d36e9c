import { askEmailChange, changePassword } from '@stoa/contract/features/recovery'
import { endOneSession, endOtherSessions } from '@stoa/contract/features/sessions'
import { translator } from '@stoa/locales/translate'
import type { ActionFunctionArgs } from 'react-router'
import { submit } from '../../../kernel/api.server.ts'
import { visitContext, type LoadContext } from '../../../kernel/context.server.ts'
import { validateForm, rejectForm, readFormValues } from '../../../kernel/form.server.ts'
import { withCaptchaData } from '../../site/captcha/captcha.server.ts'
import { changePasswordForm, emailForm } from './recovery-forms.ts'

type Args = ActionFunctionArgs & { context: LoadContext }

/** The account page has several forms, told apart by `intent`. */
export async function changeAccount(args: Args, form: FormData) {
  switch (form.get('intent')) {
    case 'email':
      return { email: await submitEmailChange(args, form) }
    case 'password':
      return { password: await submitPasswordChange(args, form) }
    case 'device':
      await submit(args, endOneSession, { id: readText(form, 'id') })
      return { done: 'device' as const }
    default:
      await submit(args, endOtherSessions, {})
      return { done: 'others' as const }
  }
}

async function submitEmailChange(args: Args, form: FormData) {
  const values = readFormValues(form, emailForm)
  const result = await submit(args, askEmailChange, emailForm.toInput(values))
  if (!result.ok) return await toRejectedData(args, rejectForm(emailForm, values, result))
  return { sentTo: values.e_mail.trim() }
}

async function submitPasswordChange(args: Args, form: FormData) {
  const values = readFormValues(form, changePasswordForm)
  const t = translator(args.context.get(visitContext).locale)
  const rejected = validateForm(changePasswordForm, values, t)
  if (rejected !== null) return rejectForm(changePasswordForm, values, rejected).data
  const { again: _, ...input } = changePasswordForm.toInput(values)
  const result = await submit(args, changePassword, input)
  if (!result.ok) return await toRejectedData(args, rejectForm(changePasswordForm, values, result))
  return { isChanged: true as const }
}

async function toRejectedData<Rejected extends object>(
  args: Args,
  form: { data: Rejected; init: ResponseInit | null },
) {
  return (await withCaptchaData(args, 'edit_userinfo', form)).data
}

function readText(form: FormData, name: string) {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
