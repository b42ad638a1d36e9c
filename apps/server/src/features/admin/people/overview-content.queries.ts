import type { UserOverview } from '@stoa/contract/features/user-overview'
import { limits } from '@stoa/contract/limits'
import { type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'

type Content = UserOverview['content'][number]
type Row = {
  object_type: Content['object_type']
  object_id: string
  question_id: string
  answer_id: string | null
  title: string
  slug: string
  score: number
  created_at: Date | string
  status: number
  deleted_by: string | null
  question_status: number
  answer_status: number | null
  is_listed: boolean
}

const { max } = limits.overviewRows

/** For admins, who see everything. */
export async function listContentOf(
  db: ReadDb,
  userId: string,
  writeId: WriteId,
): Promise<Content[]> {
  const newest = (
    table: typeof questions | typeof answers,
    order: SQL = sql`created_at desc, id desc`,
  ) => sql`(select * from ${table} where user_id = ${userId} order by ${order} limit ${max})`
  const newestComments = sql`(select * from ${comments} where user_id = ${userId} order by id desc limit ${max})`
  const { rows } = await db.execute<Row>(sql`
    select found.*, u.display_name as deleted_by from (
      select 'question' as object_type, p.id::text as object_id, p.id::text as question_id,
        null::text as answer_id, p.title, p.slug, p.score, p.created_at, p.status,
        p.deleted_by as deleter_id, p.status as question_status, null::smallint as answer_status,
        p.is_listed
      from ${newest(questions)} p
      union all
      select 'answer', p.id::text, q.id::text, p.id::text, q.title, q.slug, p.score, p.created_at,
        p.status, p.deleted_by, q.status, null, q.is_listed
      from ${newest(answers)} p join ${questions} q on q.id = p.question_id
      union all
      select 'comment', p.id::text, q.id::text, p.answer_id::text, q.title, q.slug, p.score,
        p.created_at, p.status, p.deleted_by, q.status, a.status, q.is_listed
      from ${newestComments} p join ${questions} q on q.id = p.question_id
        left join ${answers} a on a.id = p.answer_id
      order by created_at desc, object_id desc limit ${max}
    ) found
    left join ${users} u on u.id = found.deleter_id
    order by found.created_at desc, found.object_id desc`)
  return rows.map((row) => ({
    object_type: row.object_type,
    object_id: writeId(row.object_id),
    question_id: writeId(row.question_id),
    answer_id: writeId(row.answer_id),
    title: row.title,
    url_title: row.slug,
    score: row.score,
    created_at: toUnix(new Date(row.created_at)),
    state: stateOf(row),
    deleted_by: row.deleted_by ?? '',
  }))
}

/** Content is gone with the post it is on. */
function stateOf(row: Row): Content['state'] {
  const { status, question_status: question, answer_status: answer } = row
  if ([status, question, answer].includes(10)) return 'deleted'
  if ([status, question, answer].includes(11)) return 'pending'
  if (!row.is_listed) return 'unlisted'
  return row.object_type === 'question' && status === 2 ? 'closed' : 'visible'
}
