import type { ParsedInputOf } from '@stoa/contract/endpoint'
import {
  defaultFrequencies,
  type NewsKind,
  type updateNotificationChoices,
} from '@stoa/contract/features/mails'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import {
  dueMails,
  mailDeliveries,
  mailSchedules,
  notificationChoices,
  stoppedMails,
} from '../../../schema/mails.ts'
import { users } from '../../../schema/users.ts'
import { inboxKinds } from './mails.rules.ts'

type Input = ParsedInputOf<typeof updateNotificationChoices>

/** The columns of `users` follow, so that both calls for settings agree. */
export async function saveChoices(tx: Tx, userId: string, input: Input) {
  const { kinds, quiet_hours: quietHours } = input
  const isOn = (kind: NewsKind) => kinds[kind] !== 'off'
  await tx
    .update(users)
    .set({
      mailsInbox: inboxKinds.some(isOn),
      mailsFollowedTags: isOn('followed_tags'),
      mailsAllQuestions: isOn('all_questions'),
    })
    .where(eq(users.id, userId))
  const { answers, comments, changes, decisions, invitations } = kinds
  const row = {
    answers,
    comments,
    changes,
    decisions,
    invitations,
    followedQuestions: kinds.followed_questions,
    followedUsers: kinds.followed_users,
    ...(kinds.followed_tags === 'off' ? {} : { followedTags: kinds.followed_tags }),
    ...(kinds.all_questions === 'off' ? {} : { allQuestions: kinds.all_questions }),
    muted: input.muted,
    pushed: input.push,
    quietFrom: quietHours?.from ?? null,
    quietTo: quietHours?.to ?? null,
    digestHour: input.digest_hour,
    digestDay: input.digest_day,
  }
  await tx
    .insert(notificationChoices)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: notificationChoices.userId, set: row })
  // Digests that wait are planned again.
  await tx
    .update(mailSchedules)
    .set({ dueAt: tx.now })
    .where(
      and(
        eq(mailSchedules.userId, userId),
        inArray(mailSchedules.frequency, ['daily', 'weekly']),
        isNull(mailSchedules.claimedUntil),
      ),
    )
}

/** For users who turned off every kind and then turn on mails in general. */
export async function restoreInboxKinds(tx: Tx, userId: string) {
  const columns = [
    notificationChoices.answers,
    notificationChoices.comments,
    notificationChoices.changes,
    notificationChoices.decisions,
    notificationChoices.invitations,
    notificationChoices.followedQuestions,
    notificationChoices.followedUsers,
  ]
  const { answers, comments, changes, decisions, invitations } = defaultFrequencies
  const followedQuestions = defaultFrequencies.followed_questions
  const followedUsers = defaultFrequencies.followed_users
  await tx
    .update(notificationChoices)
    .set({ answers, comments, changes, decisions, invitations, followedQuestions, followedUsers })
    .where(
      and(eq(notificationChoices.userId, userId), ...columns.map((column) => eq(column, 'off'))),
    )
}

export async function forgetMailsOf(tx: Tx, userId: string) {
  await tx.delete(dueMails).where(eq(dueMails.userId, userId))
  await tx.delete(mailSchedules).where(eq(mailSchedules.userId, userId))
  await tx.delete(mailDeliveries).where(eq(mailDeliveries.userId, userId))
  await tx.delete(notificationChoices).where(eq(notificationChoices.userId, userId))
  await tx.delete(stoppedMails).where(eq(stoppedMails.userId, userId))
}
