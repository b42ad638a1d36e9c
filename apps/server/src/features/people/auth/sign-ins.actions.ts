import type { AttemptMethod, AttemptOutcome } from '@stoa/contract/features/sign-ins'
import { and, eq, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { AppError } from '../../../kernel/errors.ts'
import { networkOf } from '../../../kernel/requests.ts'
import type { Caller } from '../../../kernel/route.ts'
import { transact } from '../../../kernel/transact.ts'
import { signIns } from '../../../schema/sign-ins.ts'
import { users } from '../../../schema/users.ts'
import { missingUserId } from './accounts.queries.ts'
import { toDevice } from './devices.ts'

type Attempt = { method: AttemptMethod; outcome: AttemptOutcome; caller: Caller }

/** In the transaction of what succeeded. */
export async function recordSignIn(tx: Tx, userId: string, attempt: Attempt) {
  await tx.insert(signIns).values(toRow(userId, attempt, tx.now))
}

/** The same statement for a known and an unknown account, so that the timing does not tell which it is. */
export async function recordFailure(ctx: Context, userId: string | null, attempt: Attempt) {
  const isKnown = and(eq(users.id, userId ?? missingUserId), ne(users.status, 'deleted'))
  const known = sql`(select ${users.id} from ${users} where ${isKnown})`
  await ctx.autocommit.insert(signIns).values(toRow(known, attempt, ctx.clock.now()))
}

function toRow<UserId extends string | SQL>(
  userId: UserId,
  { method, outcome, caller }: Attempt,
  createdAt: Date,
) {
  const { browser, system } = toDevice(caller.userAgent)
  return { userId, method, outcome, network: networkOf(caller.ip), browser, system, createdAt }
}

/** Waits until `record` is done, and throws the error again. */
export async function recordIf<T>(
  code: AppError['code'],
  work: Promise<T>,
  record: () => Promise<void>,
): Promise<T> {
  return await work.catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === code) await record()
    throw error
  })
}

export async function deleteSignInsOf(tx: Tx, userId: string) {
  await tx.delete(signIns).where(eq(signIns.userId, userId))
}

const keptMs = 90 * 86_400_000
const batchSize = 10_000

/** In batches, because an attack may have left millions. */
export async function deleteOldSignIns(ctx: Context, size = batchSize) {
  const cutoff = new Date(ctx.clock.now().getTime() - keptMs)
  for (let deleted = size; deleted === size;) {
    deleted = await transact(ctx, async (tx) => {
      const old = tx
        .select({ id: signIns.id })
        .from(signIns)
        .where(lt(signIns.createdAt, cutoff))
        .orderBy(signIns.createdAt)
        .limit(size)
      const { rowCount } = await tx
        .delete(signIns)
        .where(sql`${signIns.id} = any(array(${old.getSQL()}))`)
      return rowCount ?? 0
    })
  }
}
