import type pg from 'pg'
import { siteCreatedAt } from './scale.ts'
import { firstUserId } from './site-state.ts'

type ManyUsers = { users: number; spread: number }

/**
 * Replaces the users. Each one becomes `spread` users who share the posts. Some are suspended, deleted, inactive, or log in
 * without a password.
 */
export async function writeUsers(client: pg.Client, { users, spread }: ManyUsers) {
  await client.query(`create unlogged table bench_post_counts as
    select user_id, count(*) filter (where is_question)::int as questions, count(*) filter (where not is_question)::int as answers
    from (select user_id, true as is_question from questions where status in (1, 2)
      union all select user_id, false from answers where status = 1) posts group by user_id`)
  await client.query(
    `create unlogged table bench_users as select * from users where id >= ${firstUserId}`,
  )
  await client.query(`delete from users where id >= ${firstUserId}`)
  await client.query(`insert into users (id, username, display_name, email, password_hash, status, suspended_until,
      activated_at, points, question_count, answer_count, created_at, last_seen_at, deleted_at)
    select ${firstUserId} + n, 'person' || n, 'Person ' || n,
      case when is_deleted then null else 'person' || n || '@example.org' end,
      case when n % 10 = 3 then null else 'none' end,
      case when is_deleted then 'deleted' when is_suspended then 'suspended' else 'normal' end,
      case when is_suspended and n % 200 = 0 then now() + interval '30 days' end,
      case when n % 33 = 5 then null else joined_at end,
      base.points / ${spread} + n % 50, coalesce(posts.questions, 0), coalesce(posts.answers, 0),
      joined_at, case when n % 3 = 0 then null else joined_at + (now() - joined_at) * ((n * 131 % 1000) / 1000.0) end,
      case when is_deleted then now() - interval '1 day' end
    from (select n, n % 200 = 7 as is_deleted, n % 100 = 0 as is_suspended,
        start + (now() - start) * (n / ${users}.0) as joined_at
      from generate_series(0, ${users - 1}) n, (select to_timestamp(${siteCreatedAt}) as start) site) made
    join bench_users base on base.id = ${firstUserId} + n / ${spread}
    left join bench_post_counts posts on posts.user_id = ${firstUserId} + n`)
  await client.query('drop table bench_users, bench_post_counts')
  await client.query(`select setval('users_id_seq', $1)`, [firstUserId + users])
}
