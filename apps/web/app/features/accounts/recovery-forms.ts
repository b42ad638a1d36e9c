import {
  askEmailChange,
  askPasswordReset,
  changePassword,
  replacePassword,
} from '@stoa/contract/features/recovery'
import { z } from 'zod'
import { filled, type FormSpec } from '../../kernel/form-spec.ts'
import { withChallenge } from '../captcha/challenge-form.ts'

export const recoverForm = withChallenge({
  fields: ['e_mail'],
  schema: askPasswordReset.input,
  toInput: (values) => filled(values),
} satisfies FormSpec<'e_mail'>)

type TwoEntries = { pass: string; again: string }
const areEqual = ({ pass, again }: TwoEntries) => pass === again
const mismatch = { path: ['again'], params: { isMismatch: true } }

export const resetForm = {
  fields: ['code', 'pass', 'again'],
  secret: ['pass', 'again'],
  schema: z
    .object({ ...replacePassword.input.shape, again: z.string() })
    .refine(areEqual, mismatch),
  toInput: (values) => filled(values),
} satisfies FormSpec<'code' | 'pass' | 'again'>

export const changePasswordForm = withChallenge({
  fields: ['old_pass', 'pass', 'again'],
  secret: ['old_pass', 'pass', 'again'],
  schema: z.object({ ...changePassword.input.shape, again: z.string() }).refine(areEqual, mismatch),
  toInput: (values) => filled(values),
} satisfies FormSpec<'old_pass' | 'pass' | 'again'>)

export const emailForm = withChallenge({
  fields: ['e_mail', 'pass'],
  secret: ['pass'],
  schema: askEmailChange.input,
  toInput: (values) => filled(values),
} satisfies FormSpec<'e_mail' | 'pass'>)
