import { activate, login, register } from '@stoa/contract/features/accounts'
import { filled, type FormSpec } from '../../kernel/form-spec.ts'

export const loginForm = {
  fields: ['e_mail', 'pass'],
  secret: ['pass'],
  schema: login.input,
  toInput: (values) => filled(values),
} satisfies FormSpec<'e_mail' | 'pass'>

export const registerForm = {
  fields: ['name', 'e_mail', 'pass'],
  secret: ['pass'],
  schema: register.input,
  toInput: (values) => filled(values),
} satisfies FormSpec<'name' | 'e_mail' | 'pass'>

export const activationForm = {
  fields: ['code'],
  schema: activate.input,
  toInput: (values) => filled(values),
} satisfies FormSpec<'code'>
