import { defaultPush, newsKinds, type NotificationChoices } from '@stoa/contract/features/mails'
import { interfaceSettings } from '@stoa/contract/settings/site'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import type { SettingsStore } from '../../../kernel/services.ts'
import { mailDeliveries, notificationChoices, stoppedMails } from '../../../schema/mails.ts'
import { users } from '../../../schema/users.ts'
import { type Choices, frequencyOf } from './mails.rules.ts'
import { isStopped, toFrequencies, toTiming } from './receivers.queries.ts'

export async function getChoicesOf(
  db: ReadDb,
  userId: string,
  settings: SettingsStore,
): Promise<NotificationChoices> {
  const row = await readChosen(db, userId)
  if (row === undefined) fail('auth.required')
  const { chosen, stopped, digestAt, digestItems } = row
  const choices: Choices = {
    ...row,
    // A kind that is muted keeps its frequency for when it is not.
    muted: [],
    frequencies: chosen === null ? null : toFrequencies(chosen),
  }
  const timing = toTiming(chosen, row.timeZone || settings.get(interfaceSettings).time_zone)
  const kinds = newsKinds.map((kind) => [kind, frequencyOf(kind, choices)])
  return {
    kinds: Object.fromEntries(kinds) as NotificationChoices['kinds'],
    muted: chosen?.muted ?? [],
    push: chosen?.pushed ?? [...defaultPush],
    quiet_hours: timing.quietHours,
    digest_hour: timing.digestHour,
    digest_day: timing.digestDay,
    time_zone: timing.timeZone,
    stopped:
      stopped === null
        ? null
        : { cause: stopped.cause, detail: stopped.detail, time: toUnix(stopped.createdAt) },
    last_digest:
      digestAt === null || digestItems === null
        ? null
        : { time: toUnix(digestAt), items: digestItems },
  }
}

async function readChosen(db: ReadDb, userId: string) {
  const isDigest = inArray(mailDeliveries.frequency, ['daily', 'weekly'])
  const [row] = await db
    .select({
      mailsInbox: users.mailsInbox,
      mailsFollowedTags: users.mailsFollowedTags,
      mailsAllQuestions: users.mailsAllQuestions,
      timeZone: users.timeZone,
      chosen: notificationChoices,
      stopped: stoppedMails,
      digestAt: mailDeliveries.sentAt,
      digestItems: mailDeliveries.items,
    })
    .from(users)
    .leftJoin(notificationChoices, eq(notificationChoices.userId, users.id))
    .leftJoin(stoppedMails, isStopped)
    .leftJoin(mailDeliveries, and(eq(mailDeliveries.userId, users.id), isDigest))
    .where(eq(users.id, userId))
    .orderBy(sql`${mailDeliveries.sentAt} desc nulls last`)
    .limit(1)
  return row
}
