import type { z } from 'zod'

/** One rejected field: its name, the locale key of the message, and the numbers in the message. */
export type FieldProblem = { field: string; key: FieldMessageKey; values: Record<string, number> }

export const fieldMessageKeys = [
  'field.required',
  'field.invalid',
  'field.too_short',
  'field.too_long',
  'field.too_small',
  'field.too_large',
  'field.too_few',
  'field.too_many',
  'field.too_few_tags',
  'field.too_many_tags',
  'field.email',
  'field.url',
  'field.unknown',
  'field.mismatch',
] as const

export type FieldMessageKey = (typeof fieldMessageKeys)[number]

/** Converts a parse error to messages: one per field, the same on the server and in browser forms. */
export function toFieldProblems(error: z.ZodError): FieldProblem[] {
  const seen = new Set<string>()
  return error.issues.flatMap(toProblems).filter(({ field }) => {
    if (seen.has(field)) return false
    seen.add(field)
    return true
  })
}

function toProblems(issue: z.core.$ZodIssue): FieldProblem[] {
  const field = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => problem(field === '' ? key : `${field}.${key}`, 'field.unknown'))
  }
  if (issue.code === 'too_small') return [tooSmall(field, issue)]
  if (issue.code === 'too_big') return [tooBig(field, issue)]
  if (issue.code === 'invalid_format') return [problem(field, formatKey(issue.format))]
  if (issue.code === 'custom' && issue.params?.['isMismatch'] === true)
    return [problem(field, 'field.mismatch')]
  if (issue.code === 'invalid_type' && issue.input === undefined)
    return [problem(field, 'field.required')]
  return [problem(field, 'field.invalid')]
}

function formatKey(format: string): FieldMessageKey {
  if (format === 'email') return 'field.email'
  return format === 'url' ? 'field.url' : 'field.invalid'
}

function tooSmall(field: string, issue: z.core.$ZodIssueTooSmall) {
  const minimum = Number(issue.minimum)
  if (issue.origin === 'string') {
    return minimum === 1
      ? problem(field, 'field.required')
      : problem(field, 'field.too_short', { minimum })
  }
  if (issue.origin === 'array') return problem(field, ownKey(issue) ?? 'field.too_few', { minimum })
  return problem(field, 'field.too_small', { minimum })
}

function tooBig(field: string, issue: z.core.$ZodIssueTooBig) {
  const maximum = Number(issue.maximum)
  if (issue.origin === 'string') return problem(field, 'field.too_long', { maximum })
  if (issue.origin === 'array')
    return problem(field, ownKey(issue) ?? 'field.too_many', { maximum })
  return problem(field, 'field.too_large', { maximum })
}

/** The key that the schema gives as its message, if any. */
function ownKey({ message }: z.core.$ZodIssue): FieldMessageKey | undefined {
  return fieldMessageKeys.find((key) => key === message)
}

function problem(
  field: string,
  key: FieldMessageKey,
  values: Record<string, number> = {},
): FieldProblem {
  return { field, key, values }
}
