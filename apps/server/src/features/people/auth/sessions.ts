import { and, eq, lt } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { every } from '../../../kernel/events.ts'
import { prepared } from '../../../kernel/prepared.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { hashSecret } from '../../../kernel/secrets.ts'
import { transact } from '../../../kernel/transact.ts'
import { users, type UserRow } from '../../../schema/users.ts'
import { usesSecondFactor } from './accounts.rules.ts'
import { sessions } from '../../../schema/accounts.ts'
import { isLive, cutoffsAt } from './sessions.queries.ts'

/** Updates `last_seen_at` at most this often, so that reads rarely write. */
const lastSeenPrecisionMs = 3_600_000

/** Reads role and status on every request, so that changes take effect at once. */
export async function identify(ctx: Context, token: string): Promise<Actor | null> {
  const now = ctx.clock.now()
  const [row] = await findLiveSession(ctx, token, now)
  if (row === undefined) return null
  if (now.getTime() - row.lastSeenAt.getTime() > lastSeenPrecisionMs) {
    await ctx.autocommit
      .update(sessions)
      .set({ lastSeenAt: now })
      .where(eq(sessions.id, row.sessionId))
  }
  const { user, authMethod, lastWriteLsn } = row
  const actor = {
    id: user.id,
    roleId: user.roleId,
    reputation: user.reputation,
    isActivated: user.activatedAt !== null,
    hasUsedSecondFactor: usesSecondFactor(authMethod),
    lastWriteLsn,
    isSuspended: user.status === 'suspended' && !isSuspensionOver(user.suspendedUntil, now),
  }
  accounts.set(actor, user)
  return actor
}

/** Accounts read together with the session, because every page of a member shows the current user. */
const accounts = new WeakMap<Actor, UserRow>()

/** The caller's account as of the start of the request. */
export function getCallerAccount(actor: Actor): UserRow {
  return accounts.get(actor) ?? fail('auth.required')
}

type SessionLookup = { tokenHash: string; now: Date; seenAfter: Date }

/** One query per context: its columns depend on whether there are replicas. */
const prepareSessionQuery = (replicas: Context['replicas']) =>
  prepared((db: ReadDb, { tokenHash, ...when }: SessionLookup) =>
    db
      .select({
        sessionId: sessions.id,
        lastSeenAt: sessions.lastSeenAt,
        user: users,
        authMethod: sessions.authMethod,
        lastWriteLsn: replicas.selectLastWriteLsn(users.id),
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.tokenHash, tokenHash), isLive(when))),
  )

const sessionQueries = new WeakMap<Context['replicas'], ReturnType<typeof prepareSessionQuery>>()

async function findLiveSession({ primary, replicas }: Context, token: string, now: Date) {
  const read = sessionQueries.get(replicas) ?? prepareSessionQuery(replicas)
  sessionQueries.set(replicas, read)
  return await read(primary, { tokenHash: hashSecret(token), ...cutoffsAt(now) }, null, '')
}

function isSuspensionOver(until: Date | null, now: Date) {
  return until !== null && until <= now
}

export const sessionListeners = [
  every('41 3 * * *', 'drop-old-sessions', async (ctx) => {
    await transact(ctx, (tx) => tx.delete(sessions).where(lt(sessions.expiresAt, tx.now)))
  }),
]
