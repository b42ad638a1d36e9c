import type { UserBasic } from '@stoa/contract/features/users'
import { and, eq, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { jsonRows } from '../../../kernel/json-rows.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { questions } from '../../../schema/posts.ts'
import { isQuestionVisibleTo } from '../shared/posts.visibility.ts'
import { toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'
import { users } from '../../../schema/users.ts'
import { invites } from '../../../schema/invites.ts'

export async function listInvited(
  db: ReadDb,
  questionId: string,
  actor: Actor | null,
): Promise<UserBasic[]> {
  const [row] = await db
    .select({ invited: invitedColumn() })
    .from(questions)
    .where(and(eq(questions.id, questionId), isQuestionVisibleTo(actor)))
  return row?.invited.map(toUserBasic) ?? fail('question.not_found')
}

/** The invited users as a JSON column, oldest invitation first. */
export function invitedColumn() {
  return jsonRows(userCardColumns, {
    from: sql`${invites} join ${users} on ${users.id} = ${invites.userId} where ${invites.questionId} = ${questions.id}`,
    order: sql`${invites.createdAt}, ${invites.userId}`,
  })
}
