import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { Decision, listDecisions as decisionsCall } from '@stoa/contract/features/review'
import { and, count, desc, eq, gt, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { flagCases } from '../../../schema/flags.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'
import { equalsIgnoreCase, toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'

type Options = { actor: Actor; now: Date; writeId: WriteId }
type DecisionsInput = ParsedInputOf<typeof decisionsCall>

const dayMs = 24 * 3_600_000

export async function listDecisions(
  db: ReadDb,
  input: DecisionsInput,
  { actor, now, writeId }: Options,
) {
  const { count: total, rows } = await readPageWithCappedCount(
    db,
    () => decisionsQuery(db, input.username).$dynamic(),
    [desc(flagCases.decidedAt), desc(flagCases.id)],
    input,
  )
  const [own] = await db
    .select({ count: count() })
    .from(flagCases)
    .where(
      and(
        eq(flagCases.decidedBy, actor.id),
        gt(flagCases.decidedAt, new Date(now.getTime() - dayMs)),
      ),
    )
  return {
    count: total,
    list: rows.map((row) => toDecision(row, writeId)),
    own_today: own?.count ?? 0,
  }
}

function decisionsQuery(db: ReadDb, username: string) {
  return db
    .select({
      id: flagCases.id,
      operation: flagCases.operation,
      decidedAt: flagCases.decidedAt,
      questionId: questions.id,
      answerId: answers.id,
      commentId: comments.id,
      title: questions.title,
      slug: questions.slug,
      user: userCardColumns,
    })
    .from(flagCases)
    .innerJoin(questions, eq(questions.id, flagCases.questionId))
    .leftJoin(comments, eq(comments.id, flagCases.objectId))
    .leftJoin(answers, sql`${answers.id} = coalesce(${comments.answerId}, ${flagCases.objectId})`)
    .innerJoin(users, eq(users.id, flagCases.decidedBy))
    .where(
      and(
        sql`${flagCases.status} <> 1`,
        username === '' ? undefined : equalsIgnoreCase(users.username, username),
      ),
    )
}

type DecisionRow = Awaited<ReturnType<typeof decisionsQuery>>[number]

function toDecision(row: DecisionRow, writeId: WriteId): Decision {
  return {
    type: 'flagged_post',
    id: writeId(row.id),
    object_id: writeId(row.commentId ?? row.answerId ?? row.questionId),
    question_id: writeId(row.questionId),
    answer_id: writeId(row.answerId),
    comment_id: writeId(row.commentId),
    title: row.title,
    url_title: row.slug,
    operation: row.operation ?? '',
    decided_at: toUnix(row.decidedAt),
    user_info: toUserBasic(row.user),
  }
}
