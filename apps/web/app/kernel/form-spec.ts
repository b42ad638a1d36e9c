import type { z } from 'zod'

/** A form: its fields as text, and how they become the input of an API call. Both sides read it. */
export type FormSpec<Field extends string = string> = {
  readonly fields: readonly Field[]
  /** Fields that are not given back when the form is shown again. */
  readonly secret?: readonly Field[]
  readonly schema: z.ZodType
  toInput(values: FormValues<Field>): unknown
}

export type FormValues<Field extends string = string> = Record<Field, string>

/** Leaves empty fields out, so that they are called missing and not malformed. */
export function filled<Values extends FormValues>(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Values
}
