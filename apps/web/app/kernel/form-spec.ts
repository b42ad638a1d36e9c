import type { z } from 'zod'

/** Shared by the browser (validation before submit) and the server (reading the posted form). */
export type FormSpec<Field extends string = string> = {
  readonly fields: readonly Field[]
  /** Not sent back when the form is shown again. */
  readonly secret?: readonly Field[]
  readonly schema: z.ZodType
  toInput(values: FormValues<Field>): unknown
}

export type FormValues<Field extends string = string> = Record<Field, string>

/** So that empty fields are reported as required and not as malformed. */
export function omitEmpty<Values extends FormValues>(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Values
}
