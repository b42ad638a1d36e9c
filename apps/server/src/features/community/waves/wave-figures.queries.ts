import { sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import { postTraces, waveAccounts } from '../../../schema/waves.ts'

/** As rendered by `@stoa/markdown/mentions`. */
const mentionPattern = '<a href="/users/[^"]*"[^>]*>@([^<]+)</a>'

/** The newest ones, so that the time is bounded. */
const maxPosts = 1000

/** Members outside of the wave who replied to its posts, or whom these mention. */
export async function countTouched(db: ReadDb, waveId: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with account as materialized (
      select user_id from ${waveAccounts} where wave_id = ${waveId} and not left_out
    ), trace as materialized (
      select object_id from ${postTraces} join account using (user_id) where wave_id = ${waveId}
      order by object_id desc limit ${maxPosts}
    ), mentioned as (
      select distinct lower(match[1]) as name
      from trace
      left join ${questions} question on question.id = trace.object_id
      left join ${answers} answer on answer.id = trace.object_id
      left join ${comments} comment on comment.id = trace.object_id,
      regexp_matches(coalesce(question.parsed_text, answer.parsed_text, comment.parsed_text), ${mentionPattern}, 'g') match
    ), touched as (
      select reply.user_id from trace join ${answers} reply on reply.question_id = trace.object_id
      union select reply.user_id from trace join ${comments} reply
        on reply.question_id = trace.object_id and reply.answer_id is null
      union select reply.user_id from trace join ${answers} answer on answer.id = trace.object_id
        join ${comments} reply on reply.question_id = answer.question_id and reply.answer_id = answer.id
      union select reply.user_id from trace join ${comments} reply on reply.reply_to_id = trace.object_id
      union select users.id from mentioned join ${users} on lower(users.username) = mentioned.name
    )
    select count(*)::int as count from touched
    where user_id not in (select user_id from account)`)
  return rows[0]?.count ?? 0
}

type Joining = { joined: { first: number; last: number }; first_post_after: number }

/** When the accounts joined, and how long the one in the middle waited with its first post. */
export async function joiningFacts(db: ReadDb, waveId: string): Promise<Joining> {
  const { rows } = await db.execute<{ first: number; last: number; delay: number }>(sql`
    select coalesce(extract(epoch from min(joined)), 0)::int as first,
      coalesce(extract(epoch from max(joined)), 0)::int as last,
      coalesce(percentile_disc(0.5) within group (order by greatest(0, delay)), 0)::int as delay
    from (
      select users.created_at as joined,
        extract(epoch from min(trace.created_at) - users.created_at) as delay
      from ${waveAccounts} account
      join ${users} on users.id = account.user_id
      join ${postTraces} trace on trace.wave_id = account.wave_id and trace.user_id = account.user_id
      where account.wave_id = ${waveId} and not account.left_out
      group by users.id
    ) as account`)
  const { first, last, delay } = rows[0] ?? { first: 0, last: 0, delay: 0 }
  return { joined: { first, last }, first_post_after: delay }
}
