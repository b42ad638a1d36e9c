import type { SuggestionNotice } from '@stoa/contract/features/revisions'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import type { Viewer } from '../../../kernel/rules.ts'
import { suggestions } from '../../../schema/suggestions.ts'

type NoticeRow = {
  id: string
  decision: (typeof suggestions.$inferSelect)['decision']
  reason: string
  createdAt: Date
  decidedAt: Date | null
}

export function toSuggestionNotice(row: NoticeRow): SuggestionNotice {
  return {
    id: row.id,
    state: row.decision ?? 'open',
    reason: row.reason,
    created_at: toUnix(row.createdAt),
    decided_at: toUnix(row.decidedAt),
  }
}

/** The user's newest suggestion for an object. */
export async function findNewestSuggestion(db: ReadDb, actor: Viewer, objectId: string) {
  const [found] = await db
    .select()
    .from(suggestions)
    .where(and(eq(suggestions.objectId, objectId), eq(suggestions.userId, actor.id)))
    .orderBy(desc(suggestions.id))
    .limit(1)
  return found ?? null
}

export type OwnSuggestionRow = SuggestionNotice & { objectId: string }

const newsDays = 14

/** The viewer's newest suggestions for these posts: open ones, and rejected ones for some days. */
export function ownSuggestionsColumn(
  postIds: string,
  actor: Viewer | null,
): SQL<OwnSuggestionRow[]> {
  if (actor === null) return sql`'[]'::json`
  const seconds = (column: SQL) => sql`coalesce(extract(epoch from ${column})::bigint, 0)`
  return sql`(
    select coalesce(json_agg(json_build_object('objectId', object_id::text, 'id', id::text,
      'state', coalesce(decision, 'open'), 'reason', reason,
      'created_at', ${seconds(sql`created_at`)}, 'decided_at', ${seconds(sql`decided_at`)})), '[]')
    from (
      select distinct on (object_id) * from ${suggestions}
      where object_id = any(${postIds}::bigint[]) and user_id = ${actor.id}
      order by object_id, id desc
    ) as newest
    where status = 1 or status = 3 and decided_at > now() - make_interval(days => ${newsDays}::int))`
}

export function toPostNotice(
  rows: readonly OwnSuggestionRow[],
  postId: string,
): SuggestionNotice | null {
  const row = rows.find(({ objectId }) => objectId === postId)
  if (row === undefined) return null
  const { objectId: _, ...notice } = row
  return notice
}
