import type { AdminAnswer, AdminQuestion } from '@stoa/contract/features/content-admin'
import { limits } from '@stoa/contract/limits'
import { eq, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { idArray } from '../../../kernel/id-array.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import { questionColumns, type QuestionView } from '../../content/questions/questions.queries.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'
import { toTag } from '../../content/tags/tags.queries.ts'
import { toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'
import {
  type AnswerSelection,
  type QuestionSelection,
  selectAnswers,
  selectQuestions,
} from './selection.queries.ts'

type Paging = { page: number; page_size: number }

const rangeOf = ({ page, page_size }: Paging) => ({
  offset: (page - 1) * page_size,
  limit: page_size,
})

export async function listAdminQuestions(
  ctx: Context,
  actor: Actor,
  input: QuestionSelection & Paging,
  view: QuestionView,
) {
  const { ids, count, isCapped } = await selectQuestions(ctx, actor, input, rangeOf(input))
  return { count, is_capped: isCapped, list: await readQuestions(ctx.db, ids, view) }
}

export async function listAdminAnswers(
  ctx: Context,
  actor: Actor,
  input: AnswerSelection & Paging,
  writeId: WriteId,
) {
  const { ids, count, isCapped } = await selectAnswers(ctx, actor, input, rangeOf(input))
  return { count, is_capped: isCapped, list: await readAnswers(ctx.db, ids, writeId) }
}

/** In the order of `ids`. */
export async function readQuestions(
  db: ReadDb,
  ids: readonly string[],
  view: QuestionView,
): Promise<AdminQuestion[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select(questionColumns)
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .where(sql`${questions.id} = any(${idArray(ids)})`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids
    .flatMap((id) => byId.get(id) ?? [])
    .map((row) => ({
      id: view.writeId(row.id),
      title: row.title,
      url_title: row.slug,
      vote_count: row.score,
      view_count: row.viewCount,
      answer_count: row.answerCount,
      accepted_answer_id: view.writeId(row.acceptedAnswerId),
      show: row.isListed ? 1 : 2,
      pin: row.isPinned ? 2 : 1,
      status: row.status,
      create_time: toUnix(row.createdAt),
      update_time: toUnix(row.activeAt),
      edit_time: toUnix(row.editedAt),
      tags: row.tags.map((tag) => toTag(tag, view.specialTags)),
      user_info: toUserBasic(row.user),
    }))
}

/** In the order of `ids`. */
export async function readAnswers(
  db: ReadDb,
  ids: readonly string[],
  writeId: WriteId,
): Promise<AdminAnswer[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({
      id: answers.id,
      questionId: answers.questionId,
      excerpt: answers.excerpt,
      score: answers.score,
      status: answers.status,
      createdAt: answers.createdAt,
      editedAt: answers.editedAt,
      acceptedAnswerId: questions.acceptedAnswerId,
      title: questions.title,
      slug: questions.slug,
      user: userCardColumns,
    })
    .from(answers)
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .innerJoin(users, eq(users.id, answers.userId))
    .where(sql`${answers.id} = any(${idArray(ids)})`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids
    .flatMap((id) => byId.get(id) ?? [])
    .map((row) => ({
      id: writeId(row.id),
      question_id: writeId(row.questionId),
      description: row.excerpt,
      vote_count: row.score,
      accepted: row.acceptedAnswerId === row.id ? 2 : 1,
      status: row.status,
      create_time: toUnix(row.createdAt),
      update_time: toUnix(row.editedAt),
      user_info: toUserBasic(row.user),
      question_info: { title: row.title, url_title: row.slug },
    }))
}

export async function countAdminQuestions(db: ReadDb) {
  const counted = (status: number) => countUpTo(sql`${questions}`, status)
  const { rows } = await db.execute<Record<'normal' | 'closed' | 'deleted' | 'pending', number>>(
    sql`select ${counted(1)} as normal, ${counted(2)} as closed, ${counted(10)} as deleted, ${counted(11)} as pending`,
  )
  return rows[0] ?? { normal: 0, closed: 0, deleted: 0, pending: 0 }
}

export async function countAdminAnswers(db: ReadDb) {
  const counted = (status: number) => countUpTo(sql`${answers}`, status)
  const { rows } = await db.execute<Record<'normal' | 'deleted' | 'pending', number>>(
    sql`select ${counted(1)} as normal, ${counted(10)} as deleted, ${counted(11)} as pending`,
  )
  return rows[0] ?? { normal: 0, deleted: 0, pending: 0 }
}

/** Ordered, so that the planner takes the newest posts instead of scanning the table. */
function countUpTo(table: ReturnType<typeof sql>, status: number) {
  return sql`(select count(*)::int from (
    select 1 from ${table} where status = ${sql.raw(String(status))}
    order by id desc limit ${limits.adminCount.max}) as counted)`
}
