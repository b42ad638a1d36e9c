import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/transact.ts'
import { reputationEntries } from './reputation.table.ts'

/** Acceptances between two people that give points on one day of the site; the ledger has the others as zero. */
export const paidAcceptances = 2

/** The asker and the answerer, in either order, and the answer whose acceptance ends with this one. */
export type AcceptancePair = { people: readonly [string, string]; replacedAnswerId: string | null }

/** An arbitrary number that no other lock of ours has. Taken after posts and before people. */
const pairLock = 5_471_105

/**
 * Serializes acceptances between two people: a statement sent after this one sees what those before it gave.
 * Whoever takes points back does not wait; not seeing that yet gives less, never more.
 */
export async function lockPair(tx: Tx, { people }: AcceptancePair) {
  const pair = people.toSorted().join(':')
  await tx.execute(sql`select pg_advisory_xact_lock(${pairLock}, hashtext(${pair}))`)
}

/** What acceptances between two people gave the answerer that day, without what the replaced one gave. */
export function pointsOfPair({ people, replacedAnswerId }: AcceptancePair, day: SQL): SQL {
  const pair = sql`(${sql.join(
    people.map((id) => sql`${id}::bigint`),
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
