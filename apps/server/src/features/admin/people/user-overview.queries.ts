import type { UserOverview } from '@stoa/contract/features/user-overview'
import { limits } from '@stoa/contract/limits'
import { desc, eq, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { externalAccounts } from '../../../schema/connectors.ts'
import { flagCases, flags } from '../../../schema/flags.ts'
import { mailLog } from '../../../schema/mail.ts'
import { passkeys, totpSecrets } from '../../../schema/second-factor.ts'
import { users } from '../../../schema/users.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'
import { listStaffActionsOn } from '../../community/staff-log/staff-log.queries.ts'
import { listActiveKeysOf } from '../../people/api-keys/api-keys.queries.ts'
import { listSessionsOf } from '../../people/auth/sessions.queries.ts'
import { withoutEnded } from '../../people/users/users.queries.ts'
import { accountColumns, type AccountView, toAccount } from './people.queries.ts'
import { listContentOf } from './overview-content.queries.ts'
import { sumVotesBy, sumVotesFor } from './overview-votes.queries.ts'

type View = Pick<AccountView, 'now' | 't'> & { writeId: WriteId }

const { max } = limits.overviewRows

const externalAccountsOfUser = sql<UserOverview['account']['external_accounts']>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'plugin_slug_name', ${externalAccounts.slug}, 'name', ${externalAccounts.name}) order by ${externalAccounts.slug}), '[]')
  from ${externalAccounts} where ${externalAccounts.userId} = ${users.id})`

/** Nine statements, however much the user did, and one more for a deleted account. */
export async function getUserOverview(
  db: ReadDb,
  userId: string,
  view: View,
): Promise<UserOverview> {
  const [row] = await db
    .select({
      ...accountColumns(db),
      hasAuthenticator: sql<boolean>`exists (select from ${totpSecrets}
        where ${totpSecrets.userId} = ${users.id} and ${totpSecrets.confirmedAt} is not null)`,
      passkeys: sql<number>`(select count(*)::int from ${passkeys} where ${passkeys.userId} = ${users.id})`,
      externalAccounts: externalAccountsOfUser,
    })
    .from(users)
    .where(eq(users.id, userId))
  if (row === undefined) fail('user.not_found')
  const user = withoutEnded(row.user, view.now)
  const historyRows = { writeId: view.writeId, limit: limits.moderationRows.max }
  const [content, votes_given, votes_received, sessions, api_keys, mails, flagCounts, history] =
    await Promise.all([
      listContentOf(db, userId, view.writeId),
      sumVotesBy(db, userId),
      sumVotesFor(db, userId),
      listSessions(db, userId, view.now),
      listActiveKeysOf(db, userId, view.now),
      listMails(db, user.email),
      countFlags(db, userId),
      user.status === 'deleted' ? listStaffActionsOn(db, userId, historyRows) : [],
    ])
  return {
    account: {
      ...toAccount(row, view),
      has_password: user.passwordHash !== null,
      has_authenticator: row.hasAuthenticator,
      passkeys: row.passkeys,
      external_accounts: row.externalAccounts,
      silenced_until: toUnix(user.silencedUntil),
      location: user.location,
      website: user.website,
    },
    content,
    votes_given,
    votes_received,
    sessions,
    api_keys,
    mails,
    history,
    flags: flagCounts,
  }
}

/** Sessions from one address are read up to this. */
const maxNeighbors = 100

type Network = { address: string; other_users: number; suspended_users: number }

async function listSessions(
  db: ReadDb,
  userId: string,
  now: Date,
): Promise<UserOverview['sessions']> {
  const list = (await listSessionsOf(db, { id: userId, token: null }, now)).slice(0, max)
  const addresses = [...new Set(list.map(({ address }) => address))]
  const { rows } = await db.execute<Network>(sql`
    select network.address,
      count(distinct neighbor.user_id)::int as other_users,
      (count(distinct neighbor.user_id) filter (where u.status = 'suspended'))::int as suspended_users
    from jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb) network (address)
    cross join lateral (
      select s.user_id from sessions s
      where s.address = network.address and s.user_id <> ${userId}
      limit ${maxNeighbors}
    ) neighbor
    join ${users} u on u.id = neighbor.user_id
    group by network.address`)
  const networks = new Map(rows.map((row) => [row.address, row]))
  return list.map((session) => ({
    ...session,
    other_users: networks.get(session.address)?.other_users ?? 0,
    suspended_users: networks.get(session.address)?.suspended_users ?? 0,
  }))
}

async function listMails(db: ReadDb, email: string | null): Promise<UserOverview['mails']> {
  const rows = await db
    .select()
    .from(mailLog)
    .where(eq(mailLog.recipient, email ?? ''))
    .orderBy(desc(mailLog.createdAt), desc(mailLog.id))
    .limit(max)
  return rows.map(({ id, kind, subject, status, error, createdAt }) => {
    return { id, kind, subject, status, error, created_at: toUnix(createdAt) }
  })
}

/** Of the flags a user made, only the newest are counted. */
const maxFlags = 1000

async function countFlags(db: ReadDb, userId: string): Promise<UserOverview['flags']> {
  const casesWith = (status: number) => sql`(select count(*)::int from ${flagCases}
    where author_id = ${userId} and status = ${sql.raw(String(status))})`
  const { rows } = await db.execute<UserOverview['flags']>(sql`
    select ${casesWith(1)} as open, ${casesWith(2)} as upheld, ${casesWith(3)} as declined,
      count(own.case_id)::int as made,
      (count(*) filter (where c.status = 2))::int as made_upheld,
      (count(*) filter (where c.status = 3))::int as made_declined
    from (select case_id from ${flags} where user_id = ${userId} order by id desc limit ${maxFlags}) own
    left join ${flagCases} c on c.id = own.case_id`)
  const none = { open: 0, upheld: 0, declined: 0, made: 0, made_upheld: 0, made_declined: 0 }
  return rows[0] ?? none
}
