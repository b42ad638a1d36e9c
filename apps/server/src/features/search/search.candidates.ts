import { and, type SQL, sql } from 'drizzle-orm'
import type { Filters } from './search.filters.ts'
import { searchDocuments } from './search.table.ts'
import { meetTagged, tagCondition, type TagFilter, walkTagged } from './search.tags.ts'
import { recentDocuments, sinceOf, type Timeline, timesSince } from './search.times.ts'

/** Only so many hits, the newest, are looked at closer: what a search costs has a bound, however much it finds. */
export const mostCandidates = 1_000
/** Without words there is nothing to rank; and what matches in part is many, of which the first are wanted. */
export const fewerCandidates = 500

/** So many of the newest questions of a tag are looked at first, and often are enough. */
const walkedFirst = { alone: 2_000, withWords: 400 }
/** How many documents a question has, more or less. */
const documentsOfQuestion = 2.5

/** How candidates are looked for. Where that does not reach back far enough, `next` says how to go on. */
export type Way = { newest: SQL; next: ((found: number) => Way) | null }

export type Candidates = { way: Way; most: number }

const columns = sql`${searchDocuments.objectId}, ${searchDocuments.questionId}, ${searchDocuments.type},
  ${searchDocuments.createdAt}, ${searchDocuments.vector}`

export type Sought = {
  match: string | null
  filters: Filters
  most: number
  /** Only the titles and tags of questions are looked through. */
  isTitle?: boolean
}

/** The newest documents that match. */
export function candidatesOf(
  { match, filters, most, isTitle = false }: Sought,
  timeline: Timeline | null,
): Candidates {
  const { where, live, tags, isNarrow } = filters
  const isTagged = tags.has.length > 0
  if (match === null && isTagged)
    return { most: fewerCandidates, way: withTagsAlone(filters, fewerCandidates, timeline) }
  const fits = and(live, tagCondition(tags))
  const matches = match === null ? undefined : sql`${searchDocuments.vector} @@ ${match}::tsquery`
  if (match === null || isNarrow)
    return { most, way: whole(byTime(and(where, matches, fits), most)) }
  const wanted = { match, where, fits, most, isTitle }
  if (timeline === null || !isTagged) return { most, way: withWords(wanted, timeline) }
  return { most, way: withTags(wanted, tags, timeline) }
}

const whole = (newest: SQL): Way => ({ newest, next: null })

/** So much more than what should be enough is looked through next. */
const reserve = 1.3
/** At least and at most so many times as much as before: what was often written about once may be long ago. */
const growth = { least: 3, most: 20 }

/**
 * Documents are looked up by their words and the time when they were written: first the last few, then as far back as what
 * was found among those says that it takes. The planner cannot choose: it does not know how many have a phrase.
 */
function withWords(wanted: Wanted, timeline: Timeline | null, first = recentDocuments): Way {
  const { match, most, isTitle } = wanted
  const all = whole(matching(match, wanted))
  const last = (count: number): Way => {
    const start = timeline === null ? null : sinceOf(count, timeline)
    if (timeline === null || start === null) return all
    const since = timesSince(start, timeline.newest)
    const next = (found: number) => last(count * growthOf(most, found))
    return { newest: matching(`(${match}) & (${since})`, wanted), next }
  }
  if (timeline === null || first > recentDocuments || !match.includes(':*')) return last(first)
  const seen = isTitle ? walkedDocuments * documentsOfQuestion : walkedDocuments
  return { newest: walked(wanted), next: (found) => last(seen * growthOf(most, found)) }
}

function growthOf(most: number, found: number) {
  const times = (reserve * most) / Math.max(found, 1)
  return Math.min(Math.max(times, growth.least), growth.most)
}

const walkedDocuments = 2_000

/** What many words begin with takes the index long, and many documents have it. */
function walked({ match, where, fits, most, isTitle }: Wanted): SQL {
  const matches = sql`${searchDocuments.vector} @@ ${match}::tsquery`
  return sql`select ${columns} from (
      select * from ${searchDocuments} where ${isTitle ? ofQuestions : sql`true`}
      order by ${searchDocuments.createdAt} desc, ${searchDocuments.objectId} desc limit ${walkedDocuments}
    ) as ${searchDocuments} where ${and(where, matches, fits)} limit ${most + 1}`
}

/** What `fits` and phrases are about takes long to ask, so it is asked one by one, of the newest first. */
type Wanted = {
  match: string
  where: SQL | undefined
  fits: SQL | undefined
  most: number
  isTitle: boolean
}

/** An index knows words: neither their order in a phrase nor where in a document they stand. */
const isMore = (match: string) => /<->|:\*?[A-D]/.test(match) && !match.includes('!')
const onlyWords = (match: string) =>
  match.replaceAll('<->', '&').replaceAll(/(?<=')(:\*)?:?[A-D]+/g, '$1')

/** What is written out is so in the index too. */
const ofQuestions = sql`${searchDocuments.type} = 'question'`
const inTitles = sql`ts_filter(${searchDocuments.vector}, '{a,b}')`

function matching(indexed: string, { match, where, fits, most, isTitle }: Wanted): SQL {
  const words = isMore(match) ? onlyWords(indexed) : indexed
  const phrase = isMore(match) ? sql`${searchDocuments.vector} @@ ${match}::tsquery` : undefined
  // When everything is read, that is while it is read.
  const isAll = indexed === match
  const text = isTitle ? inTitles : sql`${searchDocuments.vector}`
  const isIndexed = and(
    isTitle ? ofQuestions : undefined,
    sql`${text} || search_times(${searchDocuments.createdAt}) @@ ${words}::tsquery`,
  )
  return sql`select document.* from (
      select * from (
        select ${searchDocuments.objectId}, ${searchDocuments.createdAt} from ${searchDocuments}
        where ${and(isIndexed, where, isAll ? phrase : undefined)} offset 0
      ) as found order by created_at desc, object_id desc
    ) as matching cross join lateral (
      select ${columns} from ${searchDocuments}
      where ${and(sql`${searchDocuments.objectId} = matching.object_id`, phrase, fits)} offset 0
    ) as document
    order by matching.created_at desc, matching.object_id desc limit ${most + 1}`
}

/** Walked along the rarest tag as far as it should take, where that is less than all questions that have all the tags. */
function withTagsAlone(
  { where, live, tags }: Filters,
  most: number,
  timeline: Timeline | null,
): Way {
  const wanted = and(where, live)
  const walk = (length: number | null) => documentsOf(walkTagged(tags, length), wanted, most)
  const [rarest, ...others] = tags.has
  const all = others.length === 0 ? walk(null) : documentsOf(meetTagged(tags), wanted, most)
  if (rarest === undefined || timeline === null) return whole(all)
  const asked = timeline.documents / documentsOfQuestion
  const share = others.reduce((product, { questions }) => (product * questions) / asked, 1)
  const enough = (reserve * most) / documentsOfQuestion / share
  const length = Math.ceil(Math.max(walkedFirst.alone, enough))
  const isMany = rarest.questions * share > length
  return isMany ? { newest: walk(length), next: () => whole(all) } : whole(all)
}

/** The newest questions of the rarest tag tell whether it is less to go on along the tag, or to start from the words. */
function withTags(wanted: Wanted, tags: TagFilter, timeline: Timeline): Way {
  const { match, where, fits, most } = wanted
  const matches = and(sql`${searchDocuments.vector} @@ ${match}::tsquery`, where, fits)
  const walk = (length: number | null) => documentsOf(walkTagged(tags, length), matches, most)
  const questions = tags.has[0]?.questions ?? 0
  const first = walkedFirst.withWords
  if (questions <= first) return whole(walk(null))
  const next = (found: number) => {
    const share = (found + 0.5) / (first * documentsOfQuestion)
    const tagged = questions * documentsOfQuestion
    const { documents } = timeline
    const alongTag = Math.min(tagged, most / share)
    const alongWords = Math.min(share * documents, (most * documents) / tagged)
    const words = withWords(wanted, timeline, (reserve * most * documents) / tagged / share)
    const length = Math.ceil((reserve * alongTag) / documentsOfQuestion)
    if (alongWords < alongTag) return words
    return length >= questions ? whole(walk(null)) : { newest: walk(length), next: () => words }
  }
  return { newest: walk(first), next }
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
