import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import { searchDocuments } from './search.table.ts'

/** When documents were written, in seconds. */
export type Timeline = {
  documents: number
  /** The last of all, and the one `recentDocuments` before it. */
  newest: number
  recent: number
  /** Between any two, as many were written as between any other two; the oldest first. */
  bounds: number[]
}

/** What has fewer documents is read whole. */
export const recentDocuments = 3_000

/** Stretches of time that the index of words knows too, as powers of two of a second: nine hours to four years. */
const levels = [27, 24, 21, 18, 15]
const longest = 2 ** 27

/** Only says where to look first, so it may be a minute old; null where there is little to look through. */
export async function timelineOf({ db, cache }: Context): Promise<Timeline | null> {
  return await cache.getOrSet('search:timeline', { ttlSeconds: 60 }, async () => {
    const second = (time: SQL) => sql`extract(epoch from ${time})::float8`
    const { rows } = await db.execute<{ [name in keyof Timeline]: Timeline[name] | null }>(sql`
      select ${second(sql`max(${searchDocuments.createdAt})`)} as newest,
        (select ${second(sql`${searchDocuments.createdAt}`)} from ${searchDocuments}
          order by ${searchDocuments.createdAt} desc, ${searchDocuments.objectId} desc
          limit 1 offset ${recentDocuments}) as recent,
        (select greatest(reltuples, ${recentDocuments}) from pg_class where oid = 'search_documents'::regclass) as documents,
        (select array(select ${second(sql`bound`)} from unnest(histogram_bounds::text::timestamptz[]) as bound)
          from pg_stats where schemaname = current_schema() and tablename = 'search_documents' and attname = 'created_at') as bounds
      from ${searchDocuments}`)
    const { newest = null, recent = null, documents = null, bounds = null } = rows[0] ?? {}
    if (newest === null || recent === null || documents === null) return null
    return bounds === null || bounds.length < 2 ? null : { newest, recent, documents, bounds }
  })
}

/** Since when the last so many documents were written, more or less; null when that is all of them, or nearly. */
export function sinceOf(count: number, { documents, recent, bounds }: Timeline): number | null {
  if (count <= recentDocuments) return recent
  const place = (bounds.length - 1) * (1 - count / documents)
  const [before, after] = [bounds[Math.floor(place)], bounds[Math.ceil(place)]]
  if (count > documents / 2 || before === undefined || after === undefined) return null
  return Math.min(recent, before + (after - before) * (place % 1))
}

/** The lexemes of all time since a moment, and of some that was before it: few ones, long where it is long ago. */
export function timesSince(since: number, newest: number): string {
  const shortest = levels.find((level) => 2 ** level <= (newest - since) / 4) ?? 15
  const times: string[] = []
  // What is written from now on counts too.
  const end = (Math.floor(newest / longest) + 2) * longest
  for (let at = Math.floor(since / 2 ** shortest) * 2 ** shortest; at < end;) {
    const level = levels.find((one) => at % 2 ** one === 0) ?? 15
    times.push(`'@${level}:${at / 2 ** level}'`)
    at += 2 ** level
  }
  return times.join(' | ')
}
