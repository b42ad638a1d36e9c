import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { reputationEntries } from '../../../schema/reputation.ts'

/** Acceptances between the same two users that grant points per day (site time zone); the rest count zero. */
export const maxPaidAcceptances = 2

/** The asker and the answerer, in either order, and the previously accepted answer. */
export type AcceptancePair = { userIds: readonly [string, string]; replacedAnswerId: string | null }

/** Unique among our advisory locks. Acquired after posts and before users. */
const pairLock = 5_471_105

/**
 * Serializes acceptances between two users, so that the cap sees all earlier grants. Revoking does not take the lock:
 * a stale sum can only grant less.
 */
export async function lockAcceptancePair(tx: Tx, { userIds }: AcceptancePair) {
  const pair = userIds.toSorted().join(':')
  await tx.execute(sql`select pg_advisory_xact_lock(${pairLock}, hashtext(${pair}))`)
}

/** Points that acceptances granted the answerer that day, without those of the replaced answer. */
export function sumPairPoints({ userIds, replacedAnswerId }: AcceptancePair, day: SQL): SQL {
  const pair = sql`(${sql.join(
    userIds.map((id) => sql`${id}::bigint`),
    sql`, `,
  )})`
  return sql`(
    select coalesce(sum(case when answerer.day = ${day} then answerer.points else 0 end)
      - sum(case when answerer.object_id = ${replacedAnswerId}::bigint then answerer.points else 0 end), 0)
    from ${reputationEntries} answerer
    where answerer.user_id in ${pair} and answerer.kind = 'answer.accepted' and answerer.points <> 0
      and (answerer.day = ${day} or answerer.object_id = ${replacedAnswerId}::bigint)
      and exists (select 1 from ${reputationEntries} asker
        where asker.object_id = answerer.object_id and asker.kind = 'answer.accept' and asker.user_id in ${pair}))`
}
