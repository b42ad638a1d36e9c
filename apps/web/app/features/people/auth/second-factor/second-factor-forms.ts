import {
  confirmTotp,
  passkeyOptions,
  removePasskey,
  startTotp,
} from '@stoa/contract/features/second-factor'
import { limits } from '@stoa/contract/limits'
import { z } from 'zod'
import { omitEmpty, type FormSpec } from '../../../../kernel/form-spec.ts'

/** Apps show codes with spaces. */
export function removeSpaces(code: string): string {
  return code.replaceAll(/\s/g, '')
}

/** Security changes need the password. */
export const passwordForm = {
  fields: ['pass'],
  secret: ['pass'],
  schema: startTotp.input,
  toInput: (values) => omitEmpty(values),
} satisfies FormSpec<'pass'>

/** `uri` holds the secret, so that a rejected form can show it again. */
export const confirmForm = {
  fields: ['code', 'uri'],
  secret: ['code'],
  schema: confirmTotp.input,
  toInput: ({ code }) => omitEmpty({ code: removeSpaces(code) }),
} satisfies FormSpec<'code' | 'uri'>

export const passkeyForm = {
  fields: ['name', 'pass'],
  secret: ['pass'],
  schema: z.object({
    name: z.string().trim().min(1).max(limits.passkeyName.max),
    pass: passkeyOptions.input.shape.pass,
  }),
  toInput: (values) => omitEmpty(values),
} satisfies FormSpec<'name' | 'pass'>

export const removePasskeyForm = {
  fields: ['id', 'pass'],
  secret: ['pass'],
  schema: removePasskey.input,
  toInput: (values) => omitEmpty(values),
} satisfies FormSpec<'id' | 'pass'>
