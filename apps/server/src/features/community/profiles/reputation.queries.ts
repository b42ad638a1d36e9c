import type { ReputationLine, ReputationReason } from '@stoa/contract/features/reputation'
import type { Page } from '@stoa/contract/paging'
import type { Translate } from '@stoa/locales/translate'
import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { isQuestionOf, postLineColumns, toPostLine } from '../../content/shared/posts.queries.ts'
import type { WriteId } from '../../content/shared/posts.settings.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { isPostInListOf } from '../../content/shared/posts.visibility.ts'
import {
  type ReputationChange,
  reputationEntries,
  type ReputationKind,
} from '../../../schema/reputation.ts'

type Reader = { actor: Actor | null; t: Translate; writeId: WriteId }
type Paging = { page: number; page_size: number }

/** A page of a user's nonzero ledger entries on posts that the reader may see. */
export async function listReputation(
  db: ReadDb,
  userId: string,
  paging: Paging,
  { actor, t, writeId }: Reader,
): Promise<Page<ReputationLine>> {
  const where = and(
    eq(reputationEntries.userId, userId),
    ne(reputationEntries.points, 0),
    // The cost of a downvote reveals the vote, so only the voter sees it.
    actor?.id === userId ? undefined : ne(reputationEntries.kind, 'answer.vote_down'),
    isPostInListOf(userId, actor),
  )
  const select = () =>
    db
      .select({
        ...postLineColumns,
        kind: reputationEntries.kind,
        change: reputationEntries.change,
        points: reputationEntries.points,
        createdAt: reputationEntries.createdAt,
      })
      .from(reputationEntries)
      .leftJoin(answers, eq(answers.id, reputationEntries.objectId))
      .innerJoin(questions, isQuestionOf(reputationEntries.objectId))
      .where(where)
      .$dynamic()
  const { count, rows } = await readPageWithCappedCount(
    db,
    select,
    [desc(reputationEntries.id)],
    paging,
  )
  const list = rows.map((row) => {
    const reason = reasonOf(row)
    return {
      ...toPostLine(row, writeId),
      created_at: toUnix(row.createdAt),
      reputation: row.points,
      reason,
      rank_type: t(`reputation.${reason}`),
    }
  })
  return { count, list }
}

const givenReasons = {
  'question.voted_up': 'upvoted',
  'question.voted_down': 'downvoted',
  'answer.voted_up': 'upvoted',
  'answer.voted_down': 'downvoted',
  'answer.vote_down': 'downvote',
  'answer.accepted': 'accepted',
  'answer.accept': 'accept',
  'edit.accepted': 'edit',
} as const satisfies Record<ReputationKind, ReputationReason>

const changeReasons = {
  taken_back: 'reversed',
  deleted: 'post_deleted',
  restored: 'post_restored',
  serial_voting: 'serial_voting',
  voter_removed: 'voter_removed',
  reinstated: 'votes_restored',
} as const satisfies Record<Exclude<ReputationChange, 'given'>, ReputationReason>

type Entry = { kind: ReputationKind; change: ReputationChange }

function reasonOf({ kind, change }: Entry): ReputationReason {
  return change === 'given' ? givenReasons[kind] : changeReasons[change]
}

/**
 * Top users by net points since a time. Ids grow with time, so the first entry is found by binary search on the primary
 * key, which saves an index on the time that every vote would have to write.
 */
export function reputationGains(since: Date, limit: number): SQL {
  const start = since.toISOString()
  return sql`
    with recursive span (low, high) as (
      select min(id), max(id) + 1 from ${reputationEntries}
      union all
      select case when probe.created_at <= ${start}::timestamptz then probe.id + 1 else low end,
        case when probe.created_at <= ${start}::timestamptz then high else middle end
      from span
      cross join lateral (select (low + high) / 2 as middle) as half
      cross join lateral (
        select id, created_at from ${reputationEntries} where id >= middle order by id limit 1) as probe
      where low < high
    )
    select user_id::text, sum(points)::int as gained from ${reputationEntries}
    where id >= (select max(low) from span) and created_at > ${start}::timestamptz
    group by user_id having sum(points) > 0
    order by gained desc, user_id limit ${limit}`
}

export async function listReputationGains(db: ReadDb, since: Date, limit: number) {
  const { rows } = await db.execute<{ user_id: string; gained: number }>(
    reputationGains(since, limit),
  )
  return rows.map(({ user_id, gained }) => ({ userId: user_id, count: gained }))
}
