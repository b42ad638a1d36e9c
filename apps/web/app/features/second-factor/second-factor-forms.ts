import {
  confirmTotp,
  passkeyOptions,
  removePasskey,
  startTotp,
} from '@stoa/contract/features/second-factor'
import { limits } from '@stoa/contract/limits'
import { z } from 'zod'
import { filled, type FormSpec } from '../../kernel/form-spec.ts'

/** A code without the gaps that apps show in it. */
export function withoutGaps(code: string): string {
  return code.replaceAll(/\s/g, '')
}

/** Whoever changes what protects an account says its password again. */
export const passwordForm = {
  fields: ['pass'],
  secret: ['pass'],
  schema: startTotp.input,
  toInput: (values) => filled(values),
} satisfies FormSpec<'pass'>

/** The first code of an app. The address of its secret stays in the form, for a page that is shown again. */
export const confirmForm = {
  fields: ['code', 'uri'],
  secret: ['code'],
  schema: confirmTotp.input,
  toInput: ({ code }) => filled({ code: withoutGaps(code) }),
} satisfies FormSpec<'code' | 'uri'>

export const passkeyForm = {
  fields: ['name', 'pass'],
  secret: ['pass'],
  schema: z.object({
    name: z.string().trim().min(1).max(limits.passkeyName.max),
    pass: passkeyOptions.input.shape.pass,
  }),
  toInput: (values) => filled(values),
} satisfies FormSpec<'name' | 'pass'>

export const removePasskeyForm = {
  fields: ['id', 'pass'],
  secret: ['pass'],
  schema: removePasskey.input,
  toInput: (values) => filled(values),
} satisfies FormSpec<'id' | 'pass'>
