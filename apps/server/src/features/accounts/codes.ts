import { and, eq, gt } from 'drizzle-orm'
import type { Tx } from '../../kernel/transact.ts'
import { accountCodes, type CodePurpose } from './accounts.table.ts'
import { hashSecret, newSecret } from '../../kernel/secrets.ts'

const hour = 3_600_000
const lifeMs: Record<CodePurpose, number> = { activate: 24 * hour, reset: hour, change_email: hour }

/** Makes a code; the earlier one for the same purpose stops working. */
export async function issueCode(tx: Tx, userId: string, purpose: CodePurpose) {
  const code = newSecret()
  const values = {
    userId,
    purpose,
    codeHash: hashSecret(code),
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
  const [used] = await tx
    .delete(accountCodes)
    .where(
      and(
        eq(accountCodes.codeHash, hashSecret(code)),
        eq(accountCodes.purpose, purpose),
        gt(accountCodes.expiresAt, tx.now),
      ),
    )
    .returning({ userId: accountCodes.userId })
  return used?.userId ?? null
}
