import { toFieldProblems } from '@stoa/contract/field-problems'
import { rangeOf, type SettingField } from '@stoa/contract/settings/fields'
import type { Translate } from '@stoa/locales/translate'

/** What an input holds: text for numbers and lists, so that unfinished input is kept. */
export function toInput({ control }: SettingField, value: unknown): unknown {
  if (control === 'number') return String(value)
  if (control === 'list') return (value as string[]).join('\n')
  return value
}

export function fromInput({ control, schema }: SettingField, input: unknown): unknown {
  if (control === 'number') {
    const text = String(input).trim()
    return /^-?\d+$/.test(text) ? Number(text) : text
  }
  if (control === 'list') return toLines(String(input))
  // Values of a select are text.
  if (control === 'select' && schema.def.type === 'union') return Number(input)
  return input
}

function toLines(text: string) {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The same schema as on the server, with messages that fit the control. */
export function findError(field: SettingField, value: unknown, t: Translate): string | null {
  const parsed = field.schema.safeParse(value, { reportInput: true })
  if (parsed.success) return null
  if (field.control === 'number') return t('settings_form.number', rangeOf(field))
  const [problem] = toFieldProblems(parsed.error)
  const line = Array.isArray(value) ? (value[Number(problem?.field)] as unknown) : undefined
  if (typeof line === 'string') return t('settings_form.line', { line })
  return problem === undefined ? t('field.invalid') : t(problem.key, problem.values)
}
