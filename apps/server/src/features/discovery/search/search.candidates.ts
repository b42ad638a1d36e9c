import { and, type SQL, sql } from 'drizzle-orm'
import type { Filters } from './search.filters.ts'
import { searchDocuments } from '../../../schema/search.ts'
import { intersectTagged, tagCondition, type TagFilter, scanTagged } from './search.tags.ts'
import { recentDocuments, estimateStart, type Timeline, timeLexemesSince } from './search.times.ts'

/** Only the newest matches are ranked, which bounds the cost of a search however many there are. */
export const maxCandidates = 1_000
/** Used when there are no words to rank by, and for partial matches, of which there are many. */
export const reducedMaxCandidates = 500

/** How many of a tag's newest questions are scanned first. Often that is enough. */
const firstScan = { alone: 2_000, withWords: 400 }
const documentsPerQuestion = 2.5

/** A query for candidates, and the step to take when it returns too few. */
export type CandidateStep = { query: SQL; next: ((foundCount: number) => CandidateStep) | null }

export type CandidatePlan = { step: CandidateStep; max: number }

export const candidateColumns = sql`${searchDocuments.objectId}, ${searchDocuments.questionId}, ${searchDocuments.type},
  ${searchDocuments.createdAt}, ${searchDocuments.vector}`

export type CandidateRequest = {
  match: string | null
  filters: Filters
  max: number
  isTitleOnly?: boolean
}

export function planCandidates(
  { match, filters, max, isTitleOnly = false }: CandidateRequest,
  timeline: Timeline | null,
): CandidatePlan {
  const { where, postWhere, tags, isNarrow } = filters
  const isTagged = tags.required.length > 0
  if (match === null && isTagged)
    return { max: reducedMaxCandidates, step: planByTags(filters, reducedMaxCandidates, timeline) }
  const slowWhere = and(postWhere, tagCondition(tags))
  const matches = match === null ? undefined : sql`${searchDocuments.vector} @@ ${match}::tsquery`
  if (match === null || isNarrow)
    return { max, step: finalStep(queryNewest(and(where, matches, slowWhere), max)) }
  const request = { match, where, slowWhere, max, isTitleOnly }
  if (timeline === null || !isTagged) return { max, step: planByWords(request, timeline) }
  return { max, step: planByTagsAndWords(request, tags, timeline) }
}

const finalStep = (query: SQL): CandidateStep => ({ query, next: null })

/** Scans more than the estimate, so that a second step is rarely needed. */
const safetyFactor = 1.3
/** How much further back the next step may reach. The maximum matters for words that were only common long ago. */
const growth = { min: 3, max: 20 }

/**
 * Looks up the newest documents first, then as far back as their match rate suggests. The planner cannot decide
 * this: it does not know how many documents contain a phrase.
 */
function planByWords(
  request: MatchRequest,
  timeline: Timeline | null,
  first = recentDocuments,
): CandidateStep {
  const { match, max, isTitleOnly } = request
  const all = finalStep(queryIndex(match, request))
  const stepOver = (count: number): CandidateStep => {
    const start = timeline === null ? null : estimateStart(count, timeline)
    if (timeline === null || start === null) return all
    const since = timeLexemesSince(start, timeline.newest)
    const next = (foundCount: number) => stepOver(count * growthFactor(max, foundCount))
    return { query: queryIndex(`(${match}) & (${since})`, request), next }
  }
  if (timeline === null || first > recentDocuments || !match.includes(':*')) return stepOver(first)
  const scanned = isTitleOnly ? scannedDocuments * documentsPerQuestion : scannedDocuments
  return {
    query: scanNewest(request),
    next: (foundCount) => stepOver(scanned * growthFactor(max, foundCount)),
  }
}

function growthFactor(max: number, foundCount: number) {
  const factor = (safetyFactor * max) / Math.max(foundCount, 1)
  return Math.min(Math.max(factor, growth.min), growth.max)
}

const scannedDocuments = 2_000

/** A short prefix is slow in the index but matches many documents, so the newest are scanned instead. */
function scanNewest({ match, where, slowWhere, max, isTitleOnly }: MatchRequest): SQL {
  const matches = sql`${searchDocuments.vector} @@ ${match}::tsquery`
  return sql`select ${candidateColumns} from (
      select * from ${searchDocuments} where ${isTitleOnly ? isQuestion : sql`true`}
      order by ${searchDocuments.createdAt} desc, ${searchDocuments.objectId} desc limit ${scannedDocuments}
    ) as ${searchDocuments} where ${and(where, matches, slowWhere)} limit ${max + 1}`
}

/** `slowWhere` and phrases are checked row by row, newest first. */
type MatchRequest = {
  match: string
  where: SQL | undefined
  slowWhere: SQL | undefined
  max: number
  isTitleOnly: boolean
}

/** The index knows neither word order nor the part of the document, so phrases and weights are rechecked. */
const needsRecheck = (match: string) => /<->|:\*?[A-D]/.test(match) && !match.includes('!')
const toWordQuery = (match: string) =>
  match.replaceAll('<->', '&').replaceAll(/(?<=')(:\*)?:?[A-D]+/g, '$1')

/** Literal SQL, because the partial index is defined with the same text. */
const isQuestion = sql`${searchDocuments.type} = 'question'`
const titleVector = sql`ts_filter(${searchDocuments.vector}, '{a,b}')`

function queryIndex(
  indexQuery: string,
  { match, where, slowWhere, max, isTitleOnly }: MatchRequest,
): SQL {
  const words = needsRecheck(match) ? toWordQuery(indexQuery) : indexQuery
  const phrase = needsRecheck(match)
    ? sql`${searchDocuments.vector} @@ ${match}::tsquery`
    : undefined
  // Without a time range every match is read anyway, so the recheck is part of that scan.
  const isUnbounded = indexQuery === match
  const text = isTitleOnly ? titleVector : sql`${searchDocuments.vector}`
  const isIndexed = and(
    isTitleOnly ? isQuestion : undefined,
    sql`${text} || search_times(${searchDocuments.createdAt}) @@ ${words}::tsquery`,
  )
  return sql`select document.* from (
      select * from (
        select ${searchDocuments.objectId}, ${searchDocuments.createdAt} from ${searchDocuments}
        where ${and(isIndexed, where, isUnbounded ? phrase : undefined)} offset 0
      ) as matched order by created_at desc, object_id desc
    ) as matching cross join lateral (
      select ${candidateColumns} from ${searchDocuments}
      where ${and(sql`${searchDocuments.objectId} = matching.object_id`, phrase, slowWhere)} offset 0
    ) as document
    order by matching.created_at desc, matching.object_id desc limit ${max + 1}`
}

/** Scans the questions of the rarest tag, unless the set of questions with all tags is smaller. */
function planByTags(
  { where, postWhere, tags }: Filters,
  max: number,
  timeline: Timeline | null,
): CandidateStep {
  const conditions = and(where, postWhere)
  const scan = (length: number | null) =>
    queryDocumentsOf(scanTagged(tags, length), conditions, max)
  const [rarest, ...others] = tags.required
  const all =
    others.length === 0 ? scan(null) : queryDocumentsOf(intersectTagged(tags), conditions, max)
  if (rarest === undefined || timeline === null) return finalStep(all)
  const questionCount = timeline.documents / documentsPerQuestion
  const share = others.reduce((product, { questions }) => (product * questions) / questionCount, 1)
  const estimate = (safetyFactor * max) / documentsPerQuestion / share
  const length = Math.ceil(Math.max(firstScan.alone, estimate))
  const isMany = rarest.questions * share > length
  return isMany ? { query: scan(length), next: () => finalStep(all) } : finalStep(all)
}

/**
 * Scans the newest questions of the rarest tag, then continues along the tag or by words, whichever is estimated
 * to be cheaper.
 */
function planByTagsAndWords(
  request: MatchRequest,
  tags: TagFilter,
  timeline: Timeline,
): CandidateStep {
  const { match, where, slowWhere, max } = request
  const matches = and(sql`${searchDocuments.vector} @@ ${match}::tsquery`, where, slowWhere)
  const scan = (length: number | null) => queryDocumentsOf(scanTagged(tags, length), matches, max)
  const questions = tags.required[0]?.questions ?? 0
  const first = firstScan.withWords
  if (questions <= first) return finalStep(scan(null))
  const next = (foundCount: number) => {
    const share = (foundCount + 0.5) / (first * documentsPerQuestion)
    const tagged = questions * documentsPerQuestion
    const { documents } = timeline
    const alongTag = Math.min(tagged, max / share)
    const alongWords = Math.min(share * documents, (max * documents) / tagged)
    const words = planByWords(request, timeline, (safetyFactor * max * documents) / tagged / share)
    const length = Math.ceil((safetyFactor * alongTag) / documentsPerQuestion)
    if (alongWords < alongTag) return words
    return length >= questions ? finalStep(scan(null)) : { query: scan(length), next: () => words }
  }
  return { query: scan(first), next }
}

function queryNewest(where: SQL | undefined, max: number): SQL {
  return sql`select ${candidateColumns} from ${searchDocuments} where ${where ?? sql`true`}
    order by ${searchDocuments.createdAt} desc, ${searchDocuments.objectId} desc limit ${max + 1}`
}

/** Lateral, so that no more documents are read than needed. */
function queryDocumentsOf(tagged: SQL, where: SQL | undefined, max: number): SQL {
  return sql`select document.* from (${tagged}) as tagged cross join lateral (
      select ${candidateColumns} from ${searchDocuments}
      where ${and(sql`${searchDocuments.questionId} = tagged.question_id`, where)} offset 0
    ) as document
    order by tagged.asked_at desc, tagged.question_id desc limit ${max + 1}`
}
