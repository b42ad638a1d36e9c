import type { SendingFrequency } from '@stoa/contract/features/mails'
import { mailDeliverySettings } from '@stoa/contract/settings/mails'
import { sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { transact } from '../../../kernel/transact.ts'
import { mailLog } from '../../../schema/mail.ts'
import { mailDeliveries, mailSchedules } from '../../../schema/mails.ts'

/** Two workers never send more together than the settings allow. */
const pacingLock = 5_471_108
/** After that, another worker takes over. Longer than a mail server may take. */
const claimSeconds = 120
const perClaim = 10

/** One mail of a user that this worker sends. */
export type Claim = {
  userId: string
  frequency: SendingFrequency
  dueAt: Date
  since: Date
  failures: number
  claimedUntil: Date
}

/** Claims what is due, as far as the mail provider's limit of this minute allows. */
export async function claimDue(ctx: Context): Promise<Claim[]> {
  return await transact(ctx, async (tx) => {
    const { rows: locked } = await tx.execute<{ isFree: boolean }>(
      sql`select pg_try_advisory_xact_lock(${sql.raw(String(pacingLock))}) as "isFree"`,
    )
    const limit = Math.min(perClaim, locked[0]?.isFree === true ? await countAllowed(tx) : 0)
    return limit > 0 ? await claim(tx, limit) : []
  })
}

/** Mails that may still be sent within a minute, whatever they are about. */
async function countAllowed(tx: Tx): Promise<number> {
  const now = sql`${tx.now.toISOString()}::timestamptz`
  const { rows } = await tx.execute<{ count: number }>(sql`
    select ((select count(*) from ${mailDeliveries} where sent_at > ${now} - interval '1 minute')
      + (select count(*) from ${mailLog} where created_at > ${now} - interval '1 minute'
        and kind not in ('notification', 'digest'))
      + (select count(*) from ${mailSchedules} where claimed_until > ${now}))::int as count`)
  return tx.ctx.settings.get(mailDeliverySettings).mails_per_minute - (rows[0]?.count ?? 0)
}

/** Single mails before digests, of which many may be due in the same hour. */
const order = ['immediate', 'hourly', 'daily', 'weekly'] as const

async function claim(tx: Tx, limit: number): Promise<Claim[]> {
  const claims: Claim[] = []
  for (const frequency of order)
    if (claims.length < limit) claims.push(...(await claimOf(tx, frequency, limit - claims.length)))
  return claims
}

async function claimOf(tx: Tx, frequency: SendingFrequency, limit: number): Promise<Claim[]> {
  const now = sql`${tx.now.toISOString()}::timestamptz`
  const claimedUntil = new Date(tx.now.getTime() + claimSeconds * 1000)
  const { rows } = await tx.execute<{
    userId: string
    dueAt: string
    since: string
    failures: number
  }>(sql`
    update ${mailSchedules} set claimed_until = ${claimedUntil.toISOString()}::timestamptz
    from (
      select user_id from ${mailSchedules}
      where frequency = ${frequency} and due_at <= ${now} and coalesce(claimed_until <= ${now}, true)
      order by due_at limit ${limit} for update skip locked
    ) due
    where mail_schedules.user_id = due.user_id and mail_schedules.frequency = ${frequency}
    returning mail_schedules.user_id::text as "userId",
      to_json(due_at) #>> '{}' as "dueAt", to_json(since) #>> '{}' as since, failures`)
  return rows.map((row) => ({
    ...row,
    frequency,
    dueAt: new Date(row.dueAt),
    since: new Date(row.since),
    claimedUntil,
  }))
}
