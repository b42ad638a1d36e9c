import { omitEmpty, type FormSpec, type FormValues } from '../../../kernel/form-spec.ts'

type PlainSpec<Field extends string, Input extends object> = Omit<FormSpec<Field>, 'toInput'> & {
  toInput(values: FormValues<Field>): Input
}

const solutionFields = ['captcha_id', 'captcha_code'] as const
type Solution = Partial<FormValues<(typeof solutionFields)[number]>>

/** Adds the fields of a captcha solution, which `CaptchaField` renders. */
export function withCaptcha<Field extends string, Input extends object>(
  spec: PlainSpec<Field, Input>,
): PlainSpec<Field, Input & Solution> {
  const addSolutionFields = (fields: readonly Field[]) =>
    [...fields, ...solutionFields] as readonly Field[]
  return {
    fields: addSolutionFields(spec.fields),
    // A solution is valid once, so it is never sent back to the form.
    secret: addSolutionFields(spec.secret ?? []),
    schema: spec.schema,
    toInput(values) {
      const {
        captcha_id = '',
        captcha_code = '',
        ...specValues
      } = values as FormValues<Field> & Solution
      const solution = captcha_id === '' ? {} : omitEmpty({ captcha_id, captcha_code })
      return { ...spec.toInput(specValues as unknown as FormValues<Field>), ...solution }
    },
  }
}
