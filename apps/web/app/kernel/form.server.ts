import { toFieldProblems } from '@stoa/contract/field-problems'
import type { Translate } from '@stoa/locales/translate'
import { data, redirect } from 'react-router'
import { isDataRequest } from './api.server.ts'
import type { FormSpec, FormValues } from './form-spec.ts'
import type { FormProblem } from './rejections.ts'
import { savedParameter } from './saved-message.tsx'

export async function readForm<Field extends string>(
  request: Request,
  spec: FormSpec<Field>,
): Promise<FormValues<Field>> {
  return readFormValues(await request.formData(), spec)
}

export function readFormValues<Field extends string>(
  form: FormData,
  { fields }: FormSpec<Field>,
): FormValues<Field> {
  const entries = fields.map((field) => [field, toText(form.get(field))])
  return Object.fromEntries(entries) as FormValues<Field>
}

function toText(value: FormDataEntryValue | null): string {
  // Browsers submit line breaks as CRLF.
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''
}

/** For rules that the API does not check, such as two equal passwords. */
export function validateForm<Field extends string>(
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

export function rejectForm<Field extends string>(
  spec: FormSpec<Field>,
  values: FormValues<Field>,
  { problem, status }: { problem: FormProblem; status: number },
) {
  const publicFields = spec.fields.filter((field) => !spec.secret?.includes(field))
  const shownValues = Object.fromEntries(publicFields.map((field) => [field, values[field]]))
  return data({ problem, values: shownValues as Partial<FormValues<Field>> }, { status })
}

/** Without scripts the page must be reloaded to show the change; the router revalidates by itself. */
export function respondSaved<Saved extends object>(
  args: { request: Request; url: URL },
  saved: Saved,
  headers = new Headers(),
) {
  if (isDataRequest(args)) return data({ saved }, { headers })
  throw redirect(`${args.url.pathname}?${savedParameter}`, { headers })
}
