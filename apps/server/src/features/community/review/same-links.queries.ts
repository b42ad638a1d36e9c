import type { ReviewContext } from '@stoa/contract/features/review'
import { limits } from '@stoa/contract/limits'
import { sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { answers, questions } from '../../../schema/posts.ts'
import type { PostState } from '../../content/shared/posts.queries.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'
import { findHosts } from './hosts.ts'

type SameLink = NonNullable<ReviewContext['same_links']>[number]
type LinkRow = {
  question_id: string
  answer_id: string | null
  title: string
  slug: string
  host: string
  created_at: Date
  is_deleted: boolean
}

/** How many of the author's newest questions and answers are compared. */
const compared = 100

export async function listSameLinks(
  db: ReadDb,
  post: PostState,
  html: string,
  { siteUrl, writeId }: { siteUrl: string; writeId: WriteId },
): Promise<SameLink[]> {
  const hosts = findHosts(html, siteUrl)
  if (hosts.length === 0) return []
  const recent = (table: typeof questions | typeof answers) =>
    sql`(select * from ${table} where user_id = ${post.userId} order by created_at desc limit ${compared})`
  const hasHost = sql`position('//' || hosts.host in p.parsed_text) > 0`
  const { rows } = await db.execute<LinkRow>(sql`
    with hosts as (select unnest(${sql.param(hosts)}::text[]) as host)
    select p.id::text as question_id, null::text as answer_id, p.title, p.slug, hosts.host,
      p.created_at, p.status = 10 as is_deleted
    from ${recent(questions)} p join hosts on ${hasHost} where p.id <> ${post.id}
    union all
    select p.question_id::text, p.id::text, q.title, q.slug, hosts.host,
      p.created_at, 10 in (p.status, q.status)
    from ${recent(answers)} p join ${questions} q on q.id = p.question_id join hosts on ${hasHost}
    where p.id <> ${post.id}
    order by created_at desc limit ${limits.reviewContext.links}`)
  return rows.map((row) => ({
    object_id: writeId(row.answer_id ?? row.question_id),
    question_id: writeId(row.question_id),
    answer_id: writeId(row.answer_id),
    title: row.title,
    url_title: row.slug,
    host: row.host,
    created_at: toUnix(new Date(row.created_at)),
    is_deleted: row.is_deleted,
  }))
}
