import { displayName, email, newPassword } from '@stoa/contract/features/account-fields'
import type { AddedLine, LineProblem } from '@stoa/contract/features/people'
import { canTakeName } from '../../people/auth/accounts.rules.ts'

export type ParsedLine = {
  line: number
  name: string
  email: string
  password: string
  problem: LineProblem | null
}

/** One user per line: name, email, password. The password may contain commas. Empty lines are skipped. */
export function parseLines(text: string): ParsedLine[] {
  const lines = text.split(/\r?\n/).map((content, index) => ({ content, line: index + 1 }))
  const parsed = lines.filter(({ content }) => content.trim() !== '').map(parseLine)
  const seen = new Set<string>()
  return parsed.map((line) => {
    const key = line.email.toLowerCase()
    const isRepeated = line.problem === null && seen.has(key)
    if (line.problem === null) seen.add(key)
    return isRepeated ? { ...line, problem: 'email_twice' } : line
  })
}

function parseLine({ content, line }: { content: string; line: number }): ParsedLine {
  const [name = '', address = '', ...rest] = content.split(',')
  const fields = { name: name.trim(), email: address.trim(), password: rest.join(',').trim() }
  return { line, ...fields, problem: rest.length === 0 ? 'fields' : problemOf(fields) }
}

function problemOf(fields: Pick<ParsedLine, 'name' | 'email' | 'password'>): LineProblem | null {
  if (!displayName.safeParse(fields.name).success) return 'name'
  if (!canTakeName(fields.name, false).ok) return 'name_reserved'
  if (!email.safeParse(fields.email).success) return 'email'
  return newPassword.safeParse(fields.password).success ? null : 'password'
}

/** Without the password. */
export function toAddedLine({ line, name, email: e_mail, problem }: ParsedLine): AddedLine {
  const isDuplicate = problem === 'email_taken' || problem === 'email_twice'
  const verdict = isDuplicate ? 'duplicate' : 'invalid'
  // A line without commas may be a password.
  const shown = problem === 'fields' ? { name: '', e_mail: '' } : { name, e_mail }
  return { line, ...shown, verdict: problem === null ? 'ok' : verdict, problem }
}
