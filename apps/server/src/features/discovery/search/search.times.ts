import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { searchDocuments } from '../../../schema/search.ts'

/** Distribution of document creation times, in seconds. */
export type Timeline = {
  documents: number
  /** `recent` is the creation time of the document `recentDocuments` before the newest. */
  newest: number
  recent: number
  /** Equi-depth histogram bounds, oldest first. */
  bounds: number[]
}

/** Smaller indexes are read completely. */
export const recentDocuments = 3_000

/** Time lexemes in the word index cover 2^level seconds: nine hours to four years. */
const levels = [27, 24, 21, 18, 15]
const maxLength = 2 ** 27

/** Only a hint where to start, so it may be a minute old. Null for small indexes. */
export async function loadTimeline({ db, cache }: Context): Promise<Timeline | null> {
  return await cache.getOrSet('search:timeline', { ttlSeconds: 60 }, async () => {
    const toSeconds = (time: SQL) => sql`extract(epoch from ${time})::float8`
    const { rows } = await db.execute<{ [name in keyof Timeline]: Timeline[name] | null }>(sql`
      select ${toSeconds(sql`max(${searchDocuments.createdAt})`)} as newest,
        (select ${toSeconds(sql`${searchDocuments.createdAt}`)} from ${searchDocuments}
          order by ${searchDocuments.createdAt} desc, ${searchDocuments.objectId} desc
          limit 1 offset ${recentDocuments}) as recent,
        (select greatest(reltuples, ${recentDocuments}) from pg_class where oid = 'search_documents'::regclass) as documents,
        (select array(select ${toSeconds(sql`bound`)} from unnest(histogram_bounds::text::timestamptz[]) as bound)
          from pg_stats where schemaname = current_schema() and tablename = 'search_documents' and attname = 'created_at') as bounds
      from ${searchDocuments}`)
    const { newest = null, recent = null, documents = null, bounds = null } = rows[0] ?? {}
    if (newest === null || recent === null || documents === null) return null
    return bounds === null || bounds.length < 2 ? null : { newest, recent, documents, bounds }
  })
}

/** Estimates when the last `count` documents began. Null when that is most of them. */
export function estimateStart(
  count: number,
  { documents, recent, bounds }: Timeline,
): number | null {
  if (count <= recentDocuments) return recent
  const position = (bounds.length - 1) * (1 - count / documents)
  const [before, after] = [bounds[Math.floor(position)], bounds[Math.ceil(position)]]
  if (count > documents / 2 || before === undefined || after === undefined) return null
  return Math.min(recent, before + (after - before) * (position % 1))
}

/** Lexemes that cover the time since a moment, and a little before it: longer ranges for older times. */
export function timeLexemesSince(since: number, newest: number): string {
  const minLevel = levels.find((level) => 2 ** level <= (newest - since) / 4) ?? 15
  const times: string[] = []
  // Covers documents created from now on too.
  const end = (Math.floor(newest / maxLength) + 2) * maxLength
  for (let at = Math.floor(since / 2 ** minLevel) * 2 ** minLevel; at < end;) {
    const level = levels.find((one) => at % 2 ** one === 0) ?? 15
    times.push(`'@${level}:${at / 2 ** level}'`)
    at += 2 ** level
  }
  return times.join(' | ')
}
