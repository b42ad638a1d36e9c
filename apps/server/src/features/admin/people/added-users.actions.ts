import type { AddedLine } from '@stoa/contract/features/people'
import { limits } from '@stoa/contract/limits'
import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { failField } from '../../../kernel/errors.ts'
import { hashPassword } from '../../../kernel/passwords.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { users } from '../../../schema/users.ts'
import { insertAccount, isCommonPassword } from '../../people/auth/accounts.actions.ts'
import { type ParsedLine, parseLines, toAddedLine } from './added-users.rules.ts'
import { recordOn } from './people.actions.ts'

/** Reads only: also what a dry run does. */
export async function checkLines(db: ReadDb, text: string): Promise<ParsedLine[]> {
  const lines = parseLines(text)
  const { max } = limits.addedUsers
  if (lines.length > max) failField('users', 'user.too_many_lines', { max })
  const emails = lines.filter(({ problem }) => problem === null).map(({ email }) => email)
  const taken = await findTaken(db, emails)
  return await Promise.all(
    lines.map(async (line): Promise<ParsedLine> => {
      if (line.problem !== null) return line
      if (taken.has(line.email.toLowerCase())) return { ...line, problem: 'email_taken' }
      const isCommon = await isCommonPassword(line.password)
      return isCommon ? { ...line, problem: 'password_common' } : line
    }),
  )
}

async function findTaken(db: ReadDb, emails: string[]) {
  if (emails.length === 0) return new Set<string>()
  const lower = sql<string>`lower(${users.email})`
  const wanted = emails.map((email) => email.toLowerCase())
  const rows = await db.select({ email: lower }).from(users).where(inArray(lower, wanted))
  return new Set(rows.map(({ email }) => email))
}

export type NewUser = { line: ParsedLine; passwordHash: string }

/** Outside of the transaction, because hashing takes long. Fails at the first line that has a problem. */
export async function hashLines(lines: readonly ParsedLine[]): Promise<NewUser[]> {
  const wrong = lines.find(({ problem }) => problem !== null)
  if (wrong !== undefined) failField('users', 'user.line_invalid', { line: wrong.line })
  return await Promise.all(
    lines.map(async (line) => ({ line, passwordHash: await hashPassword(line.password) })),
  )
}

/** They need not confirm their email: an admin vouches for it. */
export async function addUsers(
  tx: Tx,
  actor: Actor,
  newUsers: readonly NewUser[],
): Promise<{ added: number; lines: AddedLine[] }> {
  for (const { line, passwordHash } of newUsers) {
    const { name: displayName, email } = line
    const userId = await insertAccount(tx, { displayName, email, passwordHash, isActivated: true })
    await recordOn(tx, actor, { action: 'add_user', userId: userId })
    await tx.emit('account.activated', { userId })
  }
  return { added: newUsers.length, lines: newUsers.map(({ line }) => toAddedLine(line)) }
}
