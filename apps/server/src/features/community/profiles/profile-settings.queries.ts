import type { NotificationConfig } from '@stoa/contract/features/profile-settings'
import { and, eq } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { hashSecret } from '../../../kernel/secrets.ts'
import { sessions } from '../../../schema/accounts.ts'
import { users } from '../../../schema/users.ts'

const toEmailChannel = (enable: boolean) => ({ key: 'email' as const, enable })

export async function getEmailNotifications(
  db: ReadDb,
  userId: string,
): Promise<NotificationConfig> {
  const [user] = await db
    .select({
      inbox: users.mailsInbox,
      all: users.mailsAllQuestions,
      followed: users.mailsFollowedTags,
    })
    .from(users)
    .where(eq(users.id, userId))
  if (user === undefined) fail('auth.required')
  return {
    inbox: toEmailChannel(user.inbox),
    all_new_question: toEmailChannel(user.all),
    all_new_question_for_following_tags: toEmailChannel(user.followed),
  }
}

/** What confirms an account deletion: the password or a recent login. */
export async function getLoginProof(db: ReadDb, userId: string, token: string | null) {
  const [proof] = await db
    .select({ passwordHash: users.passwordHash, startedAt: sessions.createdAt })
    .from(users)
    .innerJoin(
      sessions,
      and(eq(sessions.userId, users.id), eq(sessions.tokenHash, hashSecret(token ?? ''))),
    )
    .where(eq(users.id, userId))
  return proof ?? fail('auth.required')
}
