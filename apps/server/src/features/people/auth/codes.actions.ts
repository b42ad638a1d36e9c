import { and, eq, gt } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { hashSecret, generateSecret } from '../../../kernel/secrets.ts'
import type { Tx } from '../../../kernel/context.ts'
import { users } from '../../../schema/users.ts'
import { accountCodes, type CodePurpose } from '../../../schema/accounts.ts'

const hour = 3_600_000
const lifetimeMs: Record<CodePurpose, number> = {
  activate: 24 * hour,
  reset: hour,
  change_email: hour,
  link_connector: hour,
}

/** Replaces the previous code for the same purpose. */
export async function issueCode(
  tx: Tx,
  userId: string,
  purpose: CodePurpose,
  { payload = '', validMs = lifetimeMs[purpose] }: { payload?: string; validMs?: number } = {},
) {
  const code = generateSecret()
  const values = {
    userId,
    purpose,
    codeHash: hashSecret(code),
    payload,
    createdAt: tx.now,
    expiresAt: new Date(tx.now.getTime() + validMs),
  }
  await tx
    .insert(accountCodes)
    .values(values)
    .onConflictDoUpdate({ target: [accountCodes.userId, accountCodes.purpose], set: values })
  return code
}

/** Consumes a code. Returns null when it is unknown, used, replaced or expired. */
export async function useCode(tx: Tx, code: string, purpose: CodePurpose) {
  const row = await findCode(tx, code, purpose, tx.now)
  if (row === null) return null
  await lockCodesOf(tx, row.userId)
  const [used] = await tx
    .delete(accountCodes)
    .where(and(eq(accountCodes.codeHash, hashSecret(code)), eq(accountCodes.purpose, purpose)))
    .returning({ userId: accountCodes.userId, payload: accountCodes.payload })
  return used ?? null
}

/** Locks the user, as the jobs that replace codes do: two writers do not overwrite each other's code. */
export async function lockCodesOf(tx: Tx, userId: string) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** Looks a code up without consuming it. */
export async function findCode(db: ReadDb, code: string, purpose: CodePurpose, now: Date) {
  const [row] = await db
    .select({ userId: accountCodes.userId })
    .from(accountCodes)
    .where(
      and(
        eq(accountCodes.codeHash, hashSecret(code)),
        eq(accountCodes.purpose, purpose),
        gt(accountCodes.expiresAt, now),
      ),
    )
  return row ?? null
}

export async function findCodePayload(tx: Tx, userId: string, purpose: CodePurpose) {
  const [row] = await tx
    .select({ payload: accountCodes.payload })
    .from(accountCodes)
    .where(
      and(
        eq(accountCodes.userId, userId),
        eq(accountCodes.purpose, purpose),
        gt(accountCodes.expiresAt, tx.now),
      ),
    )
  return row?.payload ?? null
}

export async function deleteCodes(tx: Tx, userId: string) {
  await tx.delete(accountCodes).where(eq(accountCodes.userId, userId))
}

export function failExpired(): never {
  return fail('account.code_expired', { hint: { type: 'url_expired' } })
}
