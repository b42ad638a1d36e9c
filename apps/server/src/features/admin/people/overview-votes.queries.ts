import type { UserOverview } from '@stoa/contract/features/user-overview'
import { limits } from '@stoa/contract/limits'
import { type SQL, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { reputationEntries } from '../../../schema/reputation.ts'
import { users, type UserRow } from '../../../schema/users.ts'
import { votes } from '../../../schema/votes.ts'
import { toUserBasic } from '../../people/users/users.queries.ts'

type Sums = UserOverview['votes_given']

const { max, users: shown } = limits.overviewVotes

/** Of the newest votes of the user, and on whom. */
export function sumVotesBy(db: ReadDb, userId: string): Promise<Sums> {
  return sumVotes(
    db,
    sql`
    select coalesce(q.user_id, a.user_id, c.user_id) as user_id, v.value, 1 as weight
    from (
      select object_id, value from ${votes} where user_id = ${userId}
      order by created_at desc, object_id desc limit ${max}
    ) v
    left join ${questions} q on q.id = v.object_id
    left join ${answers} a on a.id = v.object_id
    left join ${comments} c on c.id = v.object_id`,
  )
}

/** Of the newest entries of the ledger, which has the votes on posts, also those above the daily cap. */
export function sumVotesFor(db: ReadDb, userId: string): Promise<Sums> {
  return sumVotes(
    db,
    sql`
    select by_user_id as user_id,
      case when kind like '%voted_up' then 1 else -1 end as value,
      case when change in ('given', 'reinstated') then 1 else -1 end as weight
    from (
      select * from ${reputationEntries} where user_id = ${userId} order by id desc limit ${max}
    ) newest
    where kind in ('question.voted_up', 'question.voted_down', 'answer.voted_up', 'answer.voted_down')
      and change not in ('deleted', 'restored')`,
  )
}

type Row = { users: number; sum_up: number; sum_down: number; up: number; down: number } & Pick<
  UserRow,
  'id' | 'username' | 'avatar' | 'reputation' | 'status'
> & { display_name: string; avatar_type: UserRow['avatarType']; activated_at: string | null }

async function sumVotes(db: ReadDb, cast: SQL): Promise<Sums> {
  const { rows } = await db.execute<Row>(sql`
    select summed.*, u.id::text, u.username, u.display_name, u.avatar_type, u.avatar, u.reputation,
      u.status, u.activated_at
    from (
      select by_user.*, count(*) over ()::int as users, sum(up) over ()::int as sum_up,
        sum(down) over ()::int as sum_down
      from (
        select user_id,
          greatest(0, sum(weight) filter (where value = 1))::int as up,
          greatest(0, sum(weight) filter (where value = -1))::int as down
        from (${cast}) votes_cast group by user_id
      ) by_user
      where up + down > 0
      order by up + down desc, user_id
      limit ${shown}
    ) summed
    join ${users} u on u.id = summed.user_id
    order by summed.up + summed.down desc, u.id`)
  const [first] = rows
  if (first === undefined) return { up: 0, down: 0, users: 0, most: [] }
  return {
    up: first.sum_up,
    down: first.sum_down,
    users: first.users,
    most: rows.map(({ up, down, ...user }) => ({ user_info: toCard(user), up, down })),
  }
}

function toCard(row: Omit<Row, 'up' | 'down'>) {
  return toUserBasic({
    ...row,
    displayName: row.display_name,
    avatarType: row.avatar_type,
    activatedAt: row.activated_at === null ? null : new Date(row.activated_at),
  })
}
