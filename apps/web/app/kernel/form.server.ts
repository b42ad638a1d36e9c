import { toFieldProblems } from '@stoa/contract/field-problems'
import type { Translate } from '@stoa/locales/translate'
import { data } from 'react-router'
import type { FormProblem } from './form-problem.ts'
import type { FormSpec, FormValues } from './form-spec.ts'

/** The fields of a posted form, as text; what is missing is empty. */
export async function readForm<Field extends string>(
  request: Request,
  spec: FormSpec<Field>,
): Promise<FormValues<Field>> {
  return textsOf(await request.formData(), spec)
}

/** The same of a form that was read already, because it has more than texts. */
export function textsOf<Field extends string>(
  form: FormData,
  { fields }: FormSpec<Field>,
): FormValues<Field> {
  const entries = fields.map((field) => [field, textOf(form.get(field))])
  return Object.fromEntries(entries) as FormValues<Field>
}

function textOf(value: FormDataEntryValue | null): string {
  // Browsers send line ends as CR LF whatever was typed.
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''
}

/** What the form's own rules find wrong: for those that no call repeats, such as two equal entries. */
export function checkForm<Field extends string>(
  spec: FormSpec<Field>,
  values: FormValues<Field>,
  t: Translate,
): { problem: FormProblem; status: number } | null {
  const parsed = spec.schema.safeParse(spec.toInput(values), { reportInput: true })
  if (parsed.success) return null
  const fields: Record<string, string> = {}
  for (const { field, key, values: numbers } of toFieldProblems(parsed.error)) {
    fields[field] = t(key, numbers)
  }
  return { problem: { fields, message: null }, status: 400 }
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
