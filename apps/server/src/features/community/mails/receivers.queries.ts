import type { MailFrequencies } from '@stoa/contract/features/mails'
import { interfaceSettings } from '@stoa/contract/settings/site'
import { and, eq, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import type { Viewer } from '../../../kernel/rules.ts'
import type { SettingsStore } from '../../../kernel/services.ts'
import { mailDeliveries, notificationChoices, stoppedMails } from '../../../schema/mails.ts'
import { users } from '../../../schema/users.ts'
import { withoutEnded } from '../../people/users/users.queries.ts'
import { type Choices, maxAllQuestions } from './mails.rules.ts'
import type { Timing } from './times.rules.ts'

/** Whoever gets the mail. */
export type Receiver = {
  viewer: Viewer
  displayName: string
  email: string
  language: string
  choices: Choices
  timing: Timing
  /** In the last 24 hours, without digests. */
  mailsToday: number
  /** Mails about all new questions that may still be sent this week. */
  questionsLeft: number
}

type Lookup = { now: Date; settings: SettingsStore }

/** Null for users who get no mails: suspended, not activated, deleted, or with an address that bounced. */
export async function findReceiver(
  db: ReadDb,
  userId: string,
  { now, settings }: Lookup,
): Promise<Receiver | null> {
  const row = await readReceiver(db, userId, now)
  if (row === undefined || row.stoppedFor !== null) return null
  const user = withoutEnded(row.user, now)
  if (user.status !== 'normal' || user.activatedAt === null || user.email === null) return null
  if (user.email.endsWith('.invalid')) return null
  const { mailsInbox, mailsFollowedTags, mailsAllQuestions } = user
  return {
    viewer: { id: user.id, roleId: user.roleId },
    displayName: user.displayName,
    email: user.email,
    language: user.language,
    choices: {
      mailsInbox,
      mailsFollowedTags,
      mailsAllQuestions,
      muted: row.chosen?.muted ?? [],
      frequencies: row.chosen === null ? null : toFrequencies(row.chosen),
    },
    timing: toTiming(row.chosen, user.timeZone || settings.get(interfaceSettings).time_zone),
    mailsToday: row.mailsToday,
    questionsLeft: Math.max(0, maxAllQuestions.mails - row.questions),
  }
}

async function readReceiver(db: ReadDb, userId: string, now: Date) {
  const sentSince = (days: number) => sql`${mailDeliveries.userId} = ${users.id}
    and ${mailDeliveries.sentAt} > ${now.toISOString()}::timestamptz - ${sql.raw(`interval '${days} days'`)}`
  const [row] = await db
    .select({
      user: users,
      chosen: notificationChoices,
      stoppedFor: stoppedMails.userId,
      mailsToday: sql<number>`(select count(*)::int from ${mailDeliveries}
        where ${sentSince(1)} and ${mailDeliveries.frequency} in ('immediate', 'hourly'))`,
      questions: sql<number>`(select coalesce(sum(${mailDeliveries.questions}), 0)::int from ${mailDeliveries}
        where ${sentSince(maxAllQuestions.days)})`,
    })
    .from(users)
    .leftJoin(notificationChoices, eq(notificationChoices.userId, users.id))
    .leftJoin(stoppedMails, isStopped)
    .where(eq(users.id, userId))
  return row
}

/** Joins `users` and the address that they have now. */
export const isStopped = and(
  eq(stoppedMails.userId, users.id),
  eq(stoppedMails.email, sql`lower(${users.email})`),
)

export type ChosenRow = typeof notificationChoices.$inferSelect

export function toFrequencies(row: ChosenRow): MailFrequencies {
  const { answers, comments, changes, decisions, invitations } = row
  return {
    answers,
    comments,
    changes,
    decisions,
    invitations,
    followed_questions: row.followedQuestions,
    followed_users: row.followedUsers,
    followed_tags: row.followedTags,
    all_questions: row.allQuestions,
  }
}

/** As the columns of the table say. */
const defaults = { quietFrom: null, quietTo: null, digestHour: 8, digestDay: 1 }

export function toTiming(row: ChosenRow | null, timeZone: string): Timing {
  const { quietFrom, quietTo, digestHour, digestDay } = row ?? defaults
  const quietHours =
    quietFrom === null || quietTo === null ? null : { from: quietFrom, to: quietTo }
  return { timeZone, quietHours, digestHour, digestDay }
}
