import {
  askEmailChange,
  askPasswordReset,
  changePassword,
  replacePassword,
} from '@stoa/contract/features/recovery'
import { z } from 'zod'
import { omitEmpty, type FormSpec } from '../../../kernel/form-spec.ts'
import { withCaptcha } from '../../site/captcha/captcha-form.ts'

export const recoverForm = withCaptcha({
  fields: ['e_mail'],
  schema: askPasswordReset.input,
  toInput: (values) => omitEmpty(values),
} satisfies FormSpec<'e_mail'>)

type PasswordPair = { pass: string; again: string }
const isEqualPair = ({ pass, again }: PasswordPair) => pass === again
const mismatch = { path: ['again'], params: { isMismatch: true } }

export const resetForm = {
  fields: ['code', 'pass', 'again'],
  secret: ['pass', 'again'],
  schema: z
    .object({ ...replacePassword.input.shape, again: z.string() })
    .refine(isEqualPair, mismatch),
  toInput: (values) => omitEmpty(values),
} satisfies FormSpec<'code' | 'pass' | 'again'>

export const changePasswordForm = withCaptcha({
  fields: ['old_pass', 'pass', 'again'],
  secret: ['old_pass', 'pass', 'again'],
  schema: z
    .object({ ...changePassword.input.shape, again: z.string() })
    .refine(isEqualPair, mismatch),
  toInput: (values) => omitEmpty(values),
} satisfies FormSpec<'old_pass' | 'pass' | 'again'>)

export const emailForm = withCaptcha({
  fields: ['e_mail', 'pass'],
  secret: ['pass'],
  schema: askEmailChange.input,
  toInput: (values) => omitEmpty(values),
} satisfies FormSpec<'e_mail' | 'pass'>)
