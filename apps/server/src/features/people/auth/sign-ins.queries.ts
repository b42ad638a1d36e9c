import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { listSignIns as listCall, SignIn } from '@stoa/contract/features/sign-ins'
import type { Page } from '@stoa/contract/paging'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { defineSmallList } from '../../../kernel/export.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import { signIns } from '../../../schema/sign-ins.ts'
import { users } from '../../../schema/users.ts'
import { equalsIgnoreCase, toUserBasic, userCardColumns } from '../users/users.queries.ts'
import { missingUserId } from './accounts.queries.ts'

type Filters = ParsedInputOf<typeof listCall>

export async function listSignIns(
  db: ReadDb,
  filters: Filters,
  timeZone: string,
): Promise<Page<SignIn>> {
  const conditions = await toConditions(db, filters, timeZone)
  const { count, rows } = await readPageWithCappedCount(
    db,
    () =>
      db
        .select({ entry: signIns, user: userCardColumns })
        .from(signIns)
        .leftJoin(users, eq(users.id, signIns.userId))
        .where(conditions)
        .$dynamic(),
    [desc(signIns.createdAt), desc(signIns.id)],
    filters,
  )
  return {
    count,
    list: rows.map(({ entry: { id, createdAt, userId: _userId, ...entry }, user }) => ({
      id,
      at: toUnix(createdAt),
      user: user === null ? null : toUserBasic(user),
      ...entry,
    })),
  }
}

/** Unknown users match nothing. */
async function toConditions(db: ReadDb, filters: Filters, timeZone: string) {
  const { user, outcome, from, to } = filters
  const startOf = (day: string, offset: number): SQL =>
    sql`((${day}::date + ${offset}::int)::timestamp at time zone ${timeZone})`
  return and(
    user === '' ? undefined : eq(signIns.userId, await findUserId(db, user)),
    outcome === undefined ? undefined : eq(signIns.outcome, outcome),
    from === undefined ? undefined : sql`${signIns.createdAt} >= ${startOf(from, 0)}`,
    to === undefined ? undefined : sql`${signIns.createdAt} < ${startOf(to, 1)}`,
  )
}

async function findUserId(db: ReadDb, text: string) {
  const id = /^user:([1-9]\d{0,14})$/i.exec(text)?.[1]
  if (id !== undefined) return id
  const name = text.replace(/^@/, '')
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(equalsIgnoreCase(name.includes('@') ? users.email : users.username, name))
  return user?.id ?? missingUserId
}

export const signInExport = defineSmallList(({ db, owner, after, order, limit }) =>
  db
    .select({
      key: signIns.id,
      row: {
        at: signIns.createdAt,
        method: signIns.method,
        outcome: signIns.outcome,
        network: signIns.network,
        browser: signIns.browser,
        system: signIns.system,
      },
    })
    .from(signIns)
    .where(and(eq(signIns.userId, owner.id), after(signIns.id)))
    .orderBy(order(signIns.id))
    .limit(limit),
)
