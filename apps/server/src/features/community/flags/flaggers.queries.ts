import { limits } from '@stoa/contract/limits'
import { sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { flagCases, flags } from '../../../schema/flags.ts'
import { users } from '../../../schema/users.ts'

type FlaggerRow = { username: string; decided: number; upheld: number }

/** How many of a flagger's newest flags are counted. */
const compared = 100

/** Who flagged in the open case of an object, and how their earlier flags were decided. */
export async function listFlaggers(db: ReadDb, objectId: string): Promise<FlaggerRow[]> {
  const { rows } = await db.execute<FlaggerRow>(sql`
    select u.username,
      count(*) filter (where earlier.status in (2, 3))::int as decided,
      count(*) filter (where earlier.status = 2)::int as upheld
    from ${flagCases} c
    join ${flags} f on f.case_id = c.id
    join ${users} u on u.id = f.user_id
    left join lateral (
      select case_id from ${flags} where user_id = f.user_id order by id desc limit ${compared}
    ) own on true
    left join ${flagCases} earlier on earlier.id = own.case_id
    where c.object_id = ${objectId} and c.status = 1
    group by u.id, u.username
    order by u.id
    limit ${limits.flagsPerCase.max}`)
  return rows
}
