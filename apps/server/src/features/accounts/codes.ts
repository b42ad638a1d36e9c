import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import { fail } from '../../kernel/errors.ts'
import { hashSecret, newSecret } from '../../kernel/secrets.ts'
import type { Tx } from '../../kernel/transact.ts'
import { users } from '../users/users.table.ts'
import { accountCodes, type CodePurpose } from './accounts.table.ts'

const hour = 3_600_000
const lifeMs: Record<CodePurpose, number> = { activate: 24 * hour, reset: hour, change_email: hour }

/** Makes a code; the earlier one for the same purpose stops working. */
export async function issueCode(tx: Tx, userId: string, purpose: CodePurpose, payload = '') {
  const code = newSecret()
  const values = {
    userId,
    purpose,
    codeHash: hashSecret(code),
    payload,
    createdAt: tx.now,
    expiresAt: new Date(tx.now.getTime() + lifeMs[purpose]),
  }
  await tx
    .insert(accountCodes)
    .values(values)
    .onConflictDoUpdate({ target: [accountCodes.userId, accountCodes.purpose], set: values })
  return code
}

/** Uses a code up; null when it is unknown, used, replaced or too old. */
export async function useCode(tx: Tx, code: string, purpose: CodePurpose) {
  const found = await findCode(tx, code, purpose, tx.now)
  if (found === null) return null
  // The person first, then their codes: the order of those who issue codes.
  await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, found.userId))
    .for('no key update')
  const [used] = await tx
    .delete(accountCodes)
    .where(and(eq(accountCodes.codeHash, hashSecret(code)), eq(accountCodes.purpose, purpose)))
    .returning({ userId: accountCodes.userId, payload: accountCodes.payload })
  return used ?? null
}

/** Whose code it is, without using it. */
export async function findCode(db: Db, code: string, purpose: CodePurpose, now: Date) {
  const [found] = await db
    .select({ userId: accountCodes.userId })
    .from(accountCodes)
    .where(
      and(
        eq(accountCodes.codeHash, hashSecret(code)),
        eq(accountCodes.purpose, purpose),
        gt(accountCodes.expiresAt, now),
      ),
    )
  return found ?? null
}

/** What the live code of a person stands for: the address they want to change to. */
export async function findPayload(tx: Tx, userId: string, purpose: CodePurpose) {
  const [found] = await tx
    .select({ payload: accountCodes.payload })
    .from(accountCodes)
    .where(
      and(
        eq(accountCodes.userId, userId),
        eq(accountCodes.purpose, purpose),
        gt(accountCodes.expiresAt, tx.now),
      ),
    )
  return found?.payload ?? null
}

/** Makes every code of a person useless: they were sent when something else was true. */
export async function dropCodes(tx: Tx, userId: string) {
  await tx.delete(accountCodes).where(eq(accountCodes.userId, userId))
}

/** Stops because a code from a mail does nothing any more. */
export function failExpired(): never {
  return fail('account.code_expired', { hint: { type: 'url_expired' } })
}
