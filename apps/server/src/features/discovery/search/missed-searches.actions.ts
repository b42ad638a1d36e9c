import { printSearchQuery, type SearchQuery } from '@stoa/contract/search-query'
import { generalSettings } from '@stoa/contract/settings/site'
import { sql } from 'drizzle-orm'
import { createHmac } from 'node:crypto'
import type { Context } from '../../../kernel/context.ts'
import { isBot, networkOf } from '../../../kernel/requests.ts'
import type { Caller } from '../../../kernel/route.ts'
import type { Actor } from '../../../kernel/rules.ts'
import type { MissedSearch } from '../../../kernel/services.ts'
import { missedSearches } from '../../../schema/missed-searches.ts'

/** Longer text was pasted, and may be private. */
const maxLength = 100
/** Further searches are dropped until the next flush. */
const maxQueued = 1_000
/** Different words of a day. */
const maxPerDay = 1_000
/** Words that fewer visitors searched for may be personal. */
export const minVisitors = 3
const daysKept = 90

type Visitor = { actor: Actor | null; caller: Pick<Caller, 'ip' | 'userAgent'> }

/** Queues words without a result, which are written later in a batch. A visitor counts once in each batch. */
export function recordMissedSearch(ctx: Context, query: SearchQuery, { actor, caller }: Visitor) {
  const words = toWords(query)
  if (words === null || isBot(caller.userAgent)) return
  if (!ctx.settings.get(generalSettings).records_missed_searches) return
  const { searches } = ctx.missedSearchQueue
  const visitor = actor === null ? networkOf(caller.ip) : `user ${actor.id}`
  if (searches.size < maxQueued) searches.set(`${visitor} ${words}`, { words, visitor })
}

/** Null for searches with filters, which may be the reason for finding nothing. */
export function toWords(query: SearchQuery): string | null {
  const { terms } = query
  const hasFilters = printSearchQuery({ ...query, terms: [] }) !== ''
  if (hasFilters || terms.some(({ isExcluded }) => isExcluded)) return null
  const words = terms.map(({ text }) => text).join(' ')
  const normalized = words.normalize('NFC').toLowerCase()
  return normalized === '' || normalized.length > maxLength ? null : normalized
}

/** Flushes run one after the other. Searches of a failed flush are lost. */
export async function flushMissedSearches(ctx: Context) {
  const queue = ctx.missedSearchQueue
  const flush = queue.flushing.then(async () => {
    const searches = [...queue.searches.values()]
    queue.searches.clear()
    if (searches.length > 0) await writeSearches(ctx, searches)
  })
  queue.flushing = flush.catch(() => {})
  await flush
}

async function writeSearches(ctx: Context, searches: readonly MissedSearch[]) {
  const key = await ctx.deriveKey('missed-searches')
  const day = toDay(ctx.clock.now())
  const words = sql.param(searches.map((search) => search.words))
  const visitors = sql.param(searches.map((search) => hashVisitor(key, day, search)))
  await ctx.autocommit.execute(sql`
    with batch as (
      select words, count(*)::int as searches, (array_agg(distinct visitor))[1:${minVisitors}] as visitors
      from unnest(${words}::text[], ${visitors}::bigint[]) as t (words, visitor) group by words
    ), known as (
      select words from missed_searches where day = ${day}::date
    ), ranked as (
      select batch.*, row_number() over (partition by known.words is null order by batch.words) as place,
        known.words is not null as is_known
      from batch left join known using (words)
    )
    insert into missed_searches as missed (day, words, searches, visitors)
    select ${day}::date, words, searches, visitors from ranked
    where is_known or place <= ${maxPerDay} - (select count(*) from known)
    order by words
    on conflict (day, words) do update set searches = missed.searches + excluded.searches,
      visitors = (select array_agg(visitor) from (
        select distinct visitor from unnest(missed.visitors || excluded.visitors) visitor
        limit ${minVisitors}) visitors)`)
}

/** Keyed by the words too: nobody can tell what else a visitor searched for. */
function hashVisitor(key: Buffer, day: string, { words, visitor }: MissedSearch) {
  const hash = createHmac('sha256', key).update(`${day} ${visitor} ${words}`).digest()
  return String(hash.readBigInt64BE())
}

const toDay = (time: Date) => time.toISOString().slice(0, 10)

/** After a day, the words of fewer than three visitors are deleted, and of the others everything about visitors. */
export async function forgetMissedSearches(ctx: Context) {
  const today = sql`${toDay(ctx.clock.now())}::date`
  const count = sql`cardinality(${missedSearches.visitors})`
  await ctx.autocommit.execute(sql`delete from ${missedSearches}
    where ${missedSearches.day} < ${today} and ${count} between 1 and ${minVisitors - 1}
      or ${missedSearches.day} < ${today} - ${daysKept}::int`)
  await ctx.autocommit.execute(sql`update ${missedSearches} set visitors = '{}'
    where ${missedSearches.day} < ${today} and ${count} > 0`)
}
