import { and, eq, lt } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/database.ts'
import { fail } from '../../kernel/errors.ts'
import { every } from '../../kernel/events.ts'
import { prepared } from '../../kernel/prepared.ts'
import type { Actor } from '../../kernel/rules.ts'
import { hashSecret } from '../../kernel/secrets.ts'
import { users, type UserRow } from '../users/users.table.ts'
import { usesSecondFactor } from './accounts.rules.ts'
import { sessions } from './accounts.table.ts'
import { isLive, liveAt } from './sessions.queries.ts'

/** Reading must not write: a visit is noted at most this often. */
const seenEveryMs = 3_600_000

/** The person behind a token. Role and status are read each time, so that a change acts on the next request. */
export async function identify(ctx: Context, token: string): Promise<Actor | null> {
  const now = ctx.clock.now()
  const [row] = await liveSession(ctx, token, now)
  if (row === undefined) return null
  if (now.getTime() - row.lastSeenAt.getTime() > seenEveryMs) {
    await ctx.primary
      .update(sessions)
      .set({ lastSeenAt: now })
      .where(eq(sessions.id, row.sessionId))
  }
  const { user, authMethod, wroteAt } = row
  const who = {
    id: user.id,
    roleId: user.roleId,
    reputation: user.reputation,
    isActivated: user.activatedAt !== null,
    isSecured: usesSecondFactor(authMethod),
    wroteAt,
    isSuspended: user.status === 'suspended' && !isOver(user.suspendedUntil, now),
  }
  accounts.set(who, user)
  return who
}

/** Read with the session: every page of a member shows who they are. */
const accounts = new WeakMap<Actor, UserRow>()

/** The account of whoever makes this call, as it was when it began. */
export function callersAccount(who: Actor): UserRow {
  return accounts.get(who) ?? fail('auth.required')
}

type Asked = { tokenHash: string; now: Date; seenAfter: Date }

/** Built for each context: what it reads depends on whether there are replicas. */
const liveSessionIn = (replicas: Context['replicas']) =>
  prepared((db: Db, { tokenHash, ...when }: Asked) =>
    db
      .select({
        sessionId: sessions.id,
        lastSeenAt: sessions.lastSeenAt,
        user: users,
        authMethod: sessions.authMethod,
        wroteAt: replicas.lastWriteOf(users.id),
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.tokenHash, tokenHash), isLive(when))),
  )

const readers = new WeakMap<Context['replicas'], ReturnType<typeof liveSessionIn>>()

async function liveSession({ primary, replicas }: Context, token: string, now: Date) {
  const read = readers.get(replicas) ?? liveSessionIn(replicas)
  readers.set(replicas, read)
  return await read(primary, { tokenHash: hashSecret(token), ...liveAt(now) }, null, '')
}

function isOver(until: Date | null, now: Date) {
  return until !== null && until <= now
}

export const sessionListeners = [
  every('41 3 * * *', 'drop-old-sessions', async (ctx) => {
    await ctx.db.delete(sessions).where(lt(sessions.expiresAt, ctx.clock.now()))
  }),
]
