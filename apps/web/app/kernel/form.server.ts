import { data } from 'react-router'
import type { FormProblem } from './form-problem.ts'
import type { FormSpec, FormValues } from './form-spec.ts'

/** The fields of a posted form, as text; what is missing is empty. */
export async function readForm<Field extends string>(
  request: Request,
  { fields }: FormSpec<Field>,
): Promise<FormValues<Field>> {
  const form = await request.formData()
  const entries = fields.map((field) => [field, textOf(form.get(field))])
  return Object.fromEntries(entries) as FormValues<Field>
}

function textOf(value: FormDataEntryValue | null): string {
  // Browsers send line ends as CR LF whatever was typed.
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''
}

/** Shows the form again with what was wrong and what was filled in. */
export function formAgain<Field extends string>(
  spec: FormSpec<Field>,
  values: FormValues<Field>,
  { problem, status }: { problem: FormProblem; status: number },
) {
  const kept = spec.fields.filter((field) => !spec.secret?.includes(field))
  const shown = Object.fromEntries(kept.map((field) => [field, values[field]]))
  return data({ problem, values: shown as Partial<FormValues<Field>> }, { status })
}
