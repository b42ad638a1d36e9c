import { activate, login, register, resendActivation } from '@stoa/contract/features/accounts'
import { loginWithCode } from '@stoa/contract/features/second-factor'
import { filled, type FormSpec } from '../../kernel/form-spec.ts'
import { withChallenge } from '../captcha/challenge-form.ts'
import { withoutGaps } from '../second-factor/second-factor-forms.ts'

export const loginForm = withChallenge({
  fields: ['e_mail', 'pass'],
  secret: ['pass'],
  schema: login.input,
  toInput: (values) => filled(values),
} satisfies FormSpec<'e_mail' | 'pass'>)

export const registerForm = withChallenge({
  fields: ['name', 'e_mail', 'pass'],
  secret: ['pass'],
  schema: register.input,
  toInput: (values) => filled(values),
} satisfies FormSpec<'name' | 'e_mail' | 'pass'>)

/** Asks for another activation mail. */
export const resendForm = withChallenge({
  fields: [],
  schema: resendActivation.input,
  toInput: () => ({}),
} satisfies FormSpec<never>)

export const activationForm = {
  fields: ['code'],
  schema: activate.input,
  toInput: (values) => filled(values),
} satisfies FormSpec<'code'>

/** The second step of a login; the token ties it to the first. */
export const codeForm = {
  fields: ['token', 'code'],
  secret: ['code'],
  schema: loginWithCode.input,
  toInput: ({ token, code }) => filled({ token, code: withoutGaps(code) }),
} satisfies FormSpec<'token' | 'code'>
