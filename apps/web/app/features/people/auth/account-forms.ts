import {
  activate,
  login,
  register,
  resendActivation,
  resendRegistration,
} from '@stoa/contract/features/accounts'
import { loginWithCode } from '@stoa/contract/features/second-factor'
import { omitEmpty, type FormSpec } from '../../../kernel/form-spec.ts'
import { withCaptcha } from '../../site/captcha/captcha-form.ts'
import { removeSpaces } from './second-factor/second-factor-forms.ts'

export const loginForm = withCaptcha({
  fields: ['e_mail', 'pass'],
  secret: ['pass'],
  schema: login.input,
  toInput: (values) => omitEmpty(values),
} satisfies FormSpec<'e_mail' | 'pass'>)

export const registerForm = withCaptcha({
  fields: ['name', 'e_mail', 'pass'],
  secret: ['pass'],
  schema: register.input,
  toInput: (values) => omitEmpty(values),
} satisfies FormSpec<'name' | 'e_mail' | 'pass'>)

/** Sends the email of a registration again, before there is a session. */
export const resendRegistrationForm = withCaptcha({
  fields: ['e_mail', 'pass'],
  secret: ['pass'],
  schema: resendRegistration.input,
  toInput: (values) => omitEmpty(values),
} satisfies FormSpec<'e_mail' | 'pass'>)

export const resendForm = withCaptcha({
  fields: [],
  schema: resendActivation.input,
  toInput: () => ({}),
} satisfies FormSpec<never>)

export const activationForm = {
  fields: ['code'],
  schema: activate.input,
  toInput: (values) => omitEmpty(values),
} satisfies FormSpec<'code'>

/** The second step of a login; the token ties it to the first. */
export const codeForm = {
  fields: ['token', 'code'],
  secret: ['code'],
  schema: loginWithCode.input,
  toInput: ({ token, code }) => omitEmpty({ token, code: removeSpaces(code) }),
} satisfies FormSpec<'token' | 'code'>
