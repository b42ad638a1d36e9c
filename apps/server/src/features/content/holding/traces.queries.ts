import { sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { postTraces, traceKeys, waveAccounts, waves } from '../../../schema/waves.ts'
import { users } from '../../../schema/users.ts'
import { isNewUser, type Neighbor, type Trace } from './spam.rules.ts'
import { keysToFind } from './trace-keys.rules.ts'

const dayMs = 24 * 3_600_000
/** As long as traces are kept. */
const comparedMs = 30 * dayMs
const maxOwn = 20

type Search = { userId: string; now: Date; perKey: number }

/** Of each key, the newest traces only: the number of rows is bounded, however common a host is. */
export async function findNeighbors(
  db: ReadDb,
  trace: Trace,
  { userId, now, perKey }: Search,
): Promise<Neighbor[]> {
  const since = new Date(now.getTime() - comparedMs).toISOString()
  const keys = JSON.stringify(keysToFind(trace))
  const { rows } = await db.execute<NeighborRow>(sql`
    with found as (
      select near.object_id, wanted.key
      from jsonb_array_elements_text(${keys}::jsonb) as wanted (key)
      cross join lateral (
        select object_id from ${traceKeys}
        where ${traceKeys.key} = wanted.key and ${traceKeys.createdAt} > ${since}::timestamptz
        order by ${traceKeys.createdAt} desc limit ${perKey}
      ) near
      union all
      (select object_id, null from ${postTraces} where ${postTraces.userId} = ${userId}::bigint
        order by ${postTraces.createdAt} desc limit ${maxOwn})
      union all
      (select object_id, null from ${postTraces} where ${postTraces.userId} = ${userId}::bigint
        order by ${postTraces.createdAt} limit 1)
    ), distinct_found as (
      select object_id, coalesce(array_agg(key) filter (where key is not null), '{}') as keys
      from found group by object_id
    )
    select trace.object_id as "objectId", trace.user_id as "userId", trace.created_at as "createdAt",
      trace.hosts as targets, trace.signature, trace.network, trace.wave_id as "waveId",
      wave.state as "waveState", coalesce(account.left_out, false) as "isLeftOut", distinct_found.keys, author.reputation, author.role_id as "roleId",
      author.question_count as "questionCount", author.answer_count as "answerCount",
      author.created_at as "joinedAt"
    from distinct_found
    join ${postTraces} trace on trace.object_id = distinct_found.object_id
    join ${users} author on author.id = trace.user_id
    left join ${waves} wave on wave.id = trace.wave_id
    left join ${waveAccounts} account on account.wave_id = trace.wave_id and account.user_id = trace.user_id`)
  return rows.map((row) => toNeighbor(row, now))
}

type NeighborRow = Omit<Neighbor, 'isEstablished' | 'createdAt'> & {
  createdAt: string
  joinedAt: string
  reputation: number
  roleId: number
  questionCount: number
  answerCount: number
}

function toNeighbor({ joinedAt, createdAt, ...row }: NeighborRow, now: Date): Neighbor {
  const { objectId, userId, targets, signature, network, keys, waveId, waveState, isLeftOut } = row
  const author = { ...row, createdAt: new Date(joinedAt) }
  return {
    objectId: String(objectId),
    userId: String(userId),
    createdAt: new Date(createdAt),
    targets,
    signature,
    network,
    keys,
    waveId: waveId === null ? null : String(waveId),
    waveState,
    isLeftOut,
    isEstablished: row.roleId > 1 || !isNewUser(author, now),
  }
}
