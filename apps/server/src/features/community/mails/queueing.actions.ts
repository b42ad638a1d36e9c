import { defaultFrequencies, type NewsKind } from '@stoa/contract/features/mails'
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { idArray } from '../../../kernel/id-array.ts'
import { dueMails, mailSchedules, notificationChoices } from '../../../schema/mails.ts'
import { notificationEvents, notifications } from '../../../schema/notifications.ts'
import { users } from '../../../schema/users.ts'
import { isEventOfNotification, newsRows } from '../notifications/events.queries.ts'
import { newsRules } from '../notifications/notices.rules.ts'
import { inboxKinds, isQuestionKind } from './mails.rules.ts'

/** Immediate mails wait a little: what is undone at once or read on the site is never sent. */
const delaySeconds = 60

/**
 * Queues the mails about these events for everyone who has them in the inbox and wants a mail, in one statement.
 * Idempotent, because rows stay after they are sent.
 */
export async function queueMails(tx: Tx, eventIds: readonly string[]) {
  await insertDueMails(
    tx,
    sql`
    select notifications.user_id, event.id as subject_id, rule.news as kind, ${frequencyOfRule} as frequency
    from ${notificationEvents} event
    inner join ${notifications} on ${isEventOfNotification} and notifications.state = 0
    inner join (values ${newsRows(newsRules)}) as rule (kind, reason, news)
      on rule.kind = notifications.kind and rule.reason = notifications.reason
    inner join ${users} on ${canGetMails} and users.id = notifications.user_id and users.mails_inbox
    left join ${notificationChoices} settings on settings.user_id = users.id
    where event.id = any(${idArray(eventIds)})`,
  )
}

/** Writes what `candidates` select: user_id, subject_id, kind, frequency. Users are locked in order of id. */
async function insertDueMails(tx: Tx, candidates: SQL) {
  const now = sql`${tx.now.toISOString()}::timestamptz`
  await tx.execute(sql`
    with candidates as (${candidates}), queued as (
      insert into ${dueMails} (user_id, subject_id, kind, frequency, created_at)
      select user_id, subject_id, kind, frequency, ${now} from candidates where frequency <> 'off'
      order by user_id, subject_id
      on conflict do nothing
      returning user_id, frequency
    )
    ${schedule(sql`select user_id, frequency, ${now} as since from queued`, now)}`)
}

/**
 * Schedules what `receivers` select: user_id, frequency, since. The upsert takes the lock of the row, also of one that stays
 * as it is, so that whoever sends the mail sees what was added.
 */
export function schedule(receivers: SQL, now: SQL): SQL {
  return sql`insert into ${mailSchedules} (user_id, frequency, due_at, since)
    select user_id, frequency, case frequency
      when 'immediate' then ${now} + ${sql.raw(`interval '${delaySeconds} seconds'`)}
      when 'hourly' then date_trunc('hour', ${now}) + interval '1 hour'
      else ${now} end, min(since)
    from (${receivers}) receivers group by user_id, frequency order by user_id, frequency
    on conflict (user_id, frequency) do update set
      due_at = case when ${isEarlier} then excluded.due_at else mail_schedules.due_at end,
      since = least(mail_schedules.since, excluded.since)
    where ${isEarlier} or excluded.since < mail_schedules.since`
}

/** Digests have an hour of their own, and what the mail server rejected waits until it is tried again. */
const isEarlier = sql.raw(`(excluded.frequency not in ('daily', 'weekly')
  and mail_schedules.failures = 0 and excluded.due_at < mail_schedules.due_at)`)

/** Checked again before sending. Demo users have addresses that never exist. */
export const canGetMails: SQL = sql`users.status = 'normal' and users.activated_at is not null
  and users.email not like '%.invalid'`

/** The row of settings, or the defaults of its columns. */
export function frequencyColumn(kind: NewsKind): SQL {
  const otherwise = isQuestionKind(kind) ? 'immediate' : defaultFrequencies[kind]
  return sql.raw(`coalesce(settings.${kind}, '${otherwise}')`)
}

const frequencyOfRule: SQL = sql`case rule.news ${sql.join(
  inboxKinds.map((kind) => sql`when ${sql.raw(`'${kind}'`)} then ${frequencyColumn(kind)}`),
  sql` `,
)} end`
