import { bindEmail, confirmBinding, loginWithConnector } from '@stoa/contract/features/connectors'
import { omitEmpty, type FormSpec } from '../../../kernel/form-spec.ts'
import { withCaptcha } from '../../site/captcha/captcha-form.ts'

/** The login form of a service that takes a username and a password. */
export const serviceForm = withCaptcha({
  fields: ['username', 'password'],
  secret: ['password'],
  schema: loginWithConnector.input.omit({ plugin_slug_name: true }),
  toInput: (values) => omitEmpty(values),
} satisfies FormSpec<'username' | 'password'>)

/** The binding key stays in a cookie, so it is no field. */
export const bindingForm = withCaptcha({
  fields: ['email'],
  schema: bindEmail.input.omit({ binding_key: true }),
  toInput: (values) => omitEmpty(values),
} satisfies FormSpec<'email'>)

export const confirmBindingForm = {
  fields: ['code'],
  schema: confirmBinding.input,
  toInput: (values) => omitEmpty(values),
} satisfies FormSpec<'code'>
