import type { Question } from '@stoa/contract/features/questions'
import { reasonCatalog } from '@stoa/contract/features/reasons'
import type { Translate } from '@stoa/locales/translate'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { jsonRows } from '../../../kernel/json-rows.ts'
import { closings } from '../../../schema/closings.ts'
import { questions } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import { selectUserCard, toUserBasic } from '../../people/users/users.queries.ts'
import type { WriteId } from '../shared/posts.settings.ts'

const closer = alias(users, 'closer')
const original = alias(questions, 'original')

/** The current closing as a JSON column: one row for a closed question, none for others. */
export function closingColumn() {
  return jsonRows(
    {
      ...selectUserCard(closer),
      reason: closings.reason,
      message: closings.message,
      closedAt: closings.closedAt,
      originalId: original.id,
      originalTitle: original.title,
      originalSlug: original.slug,
      originalAnswerCount: original.answerCount,
      originalAcceptedAnswerId: original.acceptedAnswerId,
    },
    {
      from: sql`${closings}
        join ${users} as closer on ${closer.id} = ${closings.closedBy}
        left join ${questions} as original on ${original.id} = ${closings.duplicateOfId} and ${original.status} in (1, 2)
        where ${questions.status} = 2 and ${closings.questionId} = ${questions.id} and ${closings.reopenedAt} is null`,
      order: sql`${closings.id}`,
    },
  )
}

type ClosingRow = ReturnType<typeof closingColumn>['_']['type'][number]
type View = { t: Translate; writeId: WriteId }

export function toClosing(
  row: ClosingRow,
  { t, writeId }: View,
): NonNullable<Question['operation']> {
  const { name } = reasonCatalog[row.reason]
  return {
    type: t(`reason.${name}`),
    description: t(`reason.${name}_text`),
    msg: row.message,
    time: toUnix(row.closedAt),
    level: 'info',
    reason_type: row.reason,
    user_info: toUserBasic(row),
    // The type does not know the left join.
    ...((row.originalId as string | null) === null
      ? {}
      : {
          duplicate_of: {
            id: writeId(row.originalId),
            title: row.originalTitle,
            url_title: row.originalSlug,
            answer_count: row.originalAnswerCount,
            accepted_answer_id: writeId(row.originalAcceptedAnswerId),
          },
        }),
  }
}

/** Their pages show the title of this question. */
export async function listDuplicatesOf(db: ReadDb, questionId: string): Promise<string[]> {
  const rows = await db
    .select({ id: closings.questionId })
    .from(closings)
    .where(and(eq(closings.duplicateOfId, questionId), isNull(closings.reopenedAt)))
  return rows.map(({ id }) => id)
}
