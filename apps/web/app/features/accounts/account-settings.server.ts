import { askEmailChange, changePassword } from '@stoa/contract/features/recovery'
import { endOneSession, endOtherSessions } from '@stoa/contract/features/sessions'
import { translator } from '@stoa/locales/translate'
import type { ActionFunctionArgs } from 'react-router'
import { submit } from '../../kernel/api.server.ts'
import { visitContext, type LoadContext } from '../../kernel/context.server.ts'
import { checkForm, formAgain, textsOf } from '../../kernel/form.server.ts'
import { challengedAgain } from '../captcha/challenge.server.ts'
import { changePasswordForm, emailForm } from './recovery-forms.ts'

type Args = ActionFunctionArgs & { context: LoadContext }

/** The account page has several forms: each says what it wants. */
export async function changeAccount(args: Args) {
  const form = await args.request.formData()
  switch (form.get('intent')) {
    case 'email':
      return { email: await changeEmail(args, form) }
    case 'password':
      return { password: await changePasswordOf(args, form) }
    case 'device':
      await submit(args, endOneSession, { id: textOf(form, 'id') })
      return { done: 'device' as const }
    default:
      await submit(args, endOtherSessions, {})
      return { done: 'others' as const }
  }
}

async function changeEmail(args: Args, form: FormData) {
  const values = textsOf(form, emailForm)
  const result = await submit(args, askEmailChange, emailForm.toInput(values))
  if (!result.ok) return await again(args, formAgain(emailForm, values, result))
  return { sentTo: values.e_mail.trim() }
}

async function changePasswordOf(args: Args, form: FormData) {
  const values = textsOf(form, changePasswordForm)
  const t = translator(args.context.get(visitContext).locale)
  const refused = checkForm(changePasswordForm, values, t)
  if (refused !== null) return formAgain(changePasswordForm, values, refused).data
  const { again: _, ...input } = changePasswordForm.toInput(values)
  const result = await submit(args, changePassword, input)
  if (!result.ok) return await again(args, formAgain(changePasswordForm, values, result))
  return { isChanged: true as const }
}

async function again<Refused extends object>(
  args: Args,
  form: { data: Refused; init: ResponseInit | null },
) {
  return (await challengedAgain(args, 'edit_userinfo', form)).data
}

function textOf(form: FormData, name: string) {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
