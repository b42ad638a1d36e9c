import { and, type SQL, sql } from 'drizzle-orm'
import type { Filters } from './search.filters.ts'
import { searchDocuments } from './search.table.ts'
import { meetTagged, tagCondition, walkTagged } from './search.tags.ts'

/** Only so many hits, the newest, are looked at closer: what a search costs has a bound, however much it finds. */
export const mostCandidates = 1_000
/** Without words there is nothing to rank; and what matches in part is many, of which the first are wanted. */
const fewer = 500

/** A tag with more questions than that is not read whole: the newest are looked at first, and often are enough. */
const manyTagged = { alone: 50_000, withWords: 3_000 }
const walkedFirst = { alone: 2_000, withWords: 3_000 }

export type Candidates = {
  /** The statements that give `newest`. */
  sql: SQL
  most: number
}

const columns = sql`${searchDocuments.objectId}, ${searchDocuments.questionId}, ${searchDocuments.type},
  ${searchDocuments.createdAt}, ${searchDocuments.vector}`

/** The newest documents that match. */
export function candidatesOf(match: string | null, filters: Filters, isLoose = false): Candidates {
  const { where, tags } = filters
  if (match === null && tags.has.length > 0) return withTagsAlone(filters, fewer)
  const matches = match === null ? undefined : sql`${searchDocuments.vector} @@ ${match}::tsquery`
  const most = isLoose ? fewer : mostCandidates
  const wanted = and(matches, where)
  if (tags.has.length > 0) return withTags({ where: wanted, tags }, most)
  const fits = and(wanted, tagCondition(tags))
  const isFiltered = match === null || where !== undefined
  return { most, sql: isFiltered ? named(byTime(fits, most)) : byShare(fits, most) }
}

function withTagsAlone({ where, tags }: Filters, most: number): Candidates {
  const walked = (length: number | null) => documentsOf(walkTagged(tags, length), where, most)
  const [rarest, other] = tags.has
  if (other === undefined) return { most, sql: named(walked(null)) }
  const all = documentsOf(meetTagged(tags), where, most)
  const isFew = (rarest?.questions ?? 0) <= manyTagged.alone
  return { most, sql: isFew ? named(all) : nearOrAll(walked(walkedFirst.alone), all, most) }
}

function withTags({ where, tags }: Filters, most: number): Candidates {
  const walked = (length: number | null) => documentsOf(walkTagged(tags, length), where, most)
  if ((tags.has[0]?.questions ?? 0) <= manyTagged.withWords)
    return { most, sql: named(walked(null)) }
  const all = byTime(and(where, tagCondition(tags)), most)
  return { most, sql: nearOrAll(walked(walkedFirst.withWords), all, most) }
}

const named = (found: SQL) => sql`newest as materialized (${found})`

/** The second statement runs only when the first finds too few. */
function nearOrAll(near: SQL, all: SQL, most: number): SQL {
  return sql`near as materialized (${near}), ${named(sql`
    select * from near where (select count(*) from near) > ${most}
    union all
    select * from (${all}) as far where (select count(*) from near) <= ${most}`)}`
}

/** So many of the newest documents tell what share of all of them match; so many are read at most when it is large. */
const sample = 1_000
const mostWalked = 60_000

/**
 * Where many match, the newest are walked; where few do, all that match are read. The planner cannot choose: how many
 * have a phrase or a beginning it does not know, and what reading a document takes it thinks too little of.
 */
function byShare(wanted: SQL | undefined, most: number): SQL {
  const documents = sql`(select reltuples from pg_class where oid = 'search_documents'::regclass)`
  const walked = (length: number) => sql`
    select ${columns} from (
      select * from ${searchDocuments}
      order by ${searchDocuments.createdAt} desc, ${searchDocuments.objectId} desc limit ${length}
    ) as ${searchDocuments} where ${wanted} limit ${most + 1}`
  const all = sql`
    select * from (select ${columns} from ${searchDocuments} where ${wanted} offset 0) as matching
    order by created_at desc, object_id desc limit ${most + 1}`
  // Walking takes most / share, reading takes share * documents.
  return sql`share as materialized (
    select count(*) > ${sample} * sqrt(${most} / greatest(${documents}, ${most})) as is_large
    from (${walked(sample)}) as sample
  ), ${nearOrAll(sql`select * from (${walked(mostWalked)}) as walked where (select is_large from share)`, all, most)}`
}

function byTime(where: SQL | undefined, most: number): SQL {
  return sql`select ${columns} from ${searchDocuments} where ${where ?? sql`true`}
    order by ${searchDocuments.createdAt} desc, ${searchDocuments.objectId} desc limit ${most + 1}`
}

/** Question by question, so that no more are read than are wanted. */
function documentsOf(tagged: SQL, where: SQL | undefined, most: number): SQL {
  return sql`select document.* from (${tagged}) as tagged cross join lateral (
      select ${columns} from ${searchDocuments}
      where ${and(sql`${searchDocuments.questionId} = tagged.question_id`, where)} offset 0
    ) as document
    order by tagged.asked_at desc, tagged.question_id desc limit ${most + 1}`
}
