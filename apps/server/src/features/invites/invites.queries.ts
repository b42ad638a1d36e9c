import type { UserBasic } from '@stoa/contract/features/users'
import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import { fail } from '../../kernel/errors.ts'
import type { Actor } from '../../kernel/rules.ts'
import { questions } from '../posts/posts.table.ts'
import { isQuestionVisibleTo } from '../posts/posts.visibility.ts'
import { toUserBasic, userCardColumns } from '../users/users.queries.ts'
import { users } from '../users/users.table.ts'
import { invites } from './invites.table.ts'

/** Who was invited to answer a question, first come first. Without anyone, one row says that it is there. */
export async function listInvited(
  db: Db,
  questionId: string,
  who: Actor | null,
): Promise<UserBasic[]> {
  const rows = await db
    .select({ id: questions.id, user: userCardColumns })
    .from(questions)
    .leftJoin(invites, eq(invites.questionId, questions.id))
    .leftJoin(users, eq(users.id, invites.userId))
    .where(and(eq(questions.id, questionId), isQuestionVisibleTo(who)))
    .orderBy(asc(invites.createdAt), asc(invites.userId))
  if (rows.length === 0) fail('question.not_found')
  return rows.flatMap(({ user }) => (user === null ? [] : toUserBasic(user)))
}
