import { toLongId, typeOfId } from '@stoa/contract/ids'
import {
  parseSearchQuery,
  printSearchQuery,
  type SearchQuery,
  toSearchTime,
} from '@stoa/contract/search-query'
import { and, eq, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { idArray } from '../../../kernel/id-array.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { answers, questions, tagSets } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { escapeLike } from '../../content/tags/tags.queries.ts'
import { findUserId } from '../../people/users/users.queries.ts'
import { findExactMatches } from '../../discovery/search/matching.queries.ts'

export type PostFilter = {
  /** `question:ID` or `answer:ID`. */
  postId: string | null
  questionId: string | null
  userId: string | null
  /** The rarest tag that posts must have. */
  tag: { id: string; slug: string } | null
  /** Listed posts with the words and without the excluded ones; null if the words are compared with the title only. */
  matches: { questionIds: string[]; answerIds: string[]; isCapped: boolean } | null
  query: SearchQuery
  now: Date
}

type FilterInput = { query: string; status: string; question_id?: string | undefined }

/** Null if nothing can match: a user, tag or post does not exist, or part of the query means nothing for this list. */
export async function resolveFilter(
  ctx: Context,
  actor: Actor,
  type: 'question' | 'answer',
  input: FilterInput,
): Promise<PostFilter | null> {
  const named = parseIds(type, input.query)
  if (named === null) return null
  const { query, postId } = named
  if (postId === null && !isMeaningful(type, query, input.query)) return null
  const author = await resolveAuthor(ctx.db, query, actor)
  const rarest = await resolveTag(ctx.db, query)
  if (author === null || rarest === null) return null
  return {
    postId,
    questionId: input.question_id ?? named.questionId,
    ...author,
    ...rarest,
    matches: await findMatches(ctx, actor, type, { query, status: input.status }),
    query,
    now: ctx.clock.now(),
  }
}

/** Null for an id that is none of this type. */
function parseIds(type: 'question' | 'answer', text: string) {
  const [, typed] = new RegExp(`^${type}:(\\S+)$`, 'i').exec(text) ?? []
  const query = parseSearchQuery(typed === undefined ? text : '')
  const postId = typed === undefined ? null : toLongId(typed)
  if (typed !== undefined && (postId === null || typeOfId(postId) !== type)) return null
  const questionId = query.inQuestion === null ? null : toLongId(query.inQuestion)
  return query.inQuestion !== null && questionId === null ? null : { query, postId, questionId }
}

/** What would be ignored must not match everything: bulk actions and exports use the filter too. */
function isMeaningful(type: 'question' | 'answer', query: SearchQuery, text: string) {
  if (query.is !== null && query.is !== type) return false
  if (type === 'question' && (query.isAccepted || query.inQuestion !== null)) return false
  return text.trim() === '' || printSearchQuery(query) !== ''
}

/** Null for a user who does not exist. */
async function resolveAuthor(db: ReadDb, { user }: SearchQuery, actor: Actor) {
  if (user === null) return { userId: null }
  const userId = user.toLowerCase() === 'me' ? actor.id : await findUserId(db, user, actor)
  return userId === null ? null : { userId }
}

/** Null for a tag that does not exist. */
async function resolveTag(db: ReadDb, { tags: terms }: SearchQuery) {
  const required = terms.filter(({ isExcluded }) => !isExcluded).map(({ slug }) => slug)
  if (required.length === 0) return { tag: null }
  const tag = await findRarestTag(db, required)
  return tag === null ? null : { tag }
}

/** Whether all posts of a status match. */
export function isEmptyFilter(filter: PostFilter): boolean {
  const { postId, questionId, query } = filter
  const { terms, tags: tagTerms, is: _, isAccepted, ...rest } = query
  return (
    postId === null &&
    questionId === null &&
    !isAccepted &&
    terms.length === 0 &&
    tagTerms.length === 0 &&
    Object.values(rest).every((value) => value === null)
  )
}

/** Whether posts are read from the list of a tag, so that they need not be compared with it. */
function isReadByTag({ tag, postId, userId, matches }: PostFilter, status: string) {
  return (
    status === 'normal' && tag !== null && postId === null && userId === null && matches === null
  )
}

/** The filter without the tag whose list is read. */
export function withoutReadTag(filter: PostFilter, status: string): PostFilter {
  if (!isReadByTag(filter, status)) return filter
  const compared = filter.query.tags.filter(
    ({ slug, isExcluded }) => isExcluded || slug !== filter.tag?.slug,
  )
  return { ...filter, query: { ...filter.query, tags: compared } }
}

/** Null unless all of the tags exist. */
async function findRarestTag(db: ReadDb, slugs: readonly string[]) {
  const { rows } = await db.execute<{ id: string; slug: string; count: number }>(sql`
    select main.id::text as id, named.slug_name as slug, count(*) over ()::int as count
    from ${tags} as named join ${tags} as main on main.id = coalesce(named.main_tag_id, named.id)
    where named.slug_name in (${sql.join(
      slugs.map((slug) => sql`${slug}`),
      sql`, `,
    )}) and not named.is_deleted
    order by main.question_count, main.id limit 1`)
  const [rarest] = rows
  return rarest === undefined || rarest.count < new Set(slugs).size ? null : rarest
}

type Words = { query: SearchQuery; status: string }

/** Deleted and pending posts are not in the index of the search. */
async function findMatches(
  ctx: Context,
  actor: Actor,
  type: 'question' | 'answer',
  { query, status }: Words,
) {
  if (query.terms.length === 0 || (status !== 'normal' && status !== 'closed')) return null
  const ofQuestions =
    type === 'answer' && hasExcludedWords(query)
      ? noMatches
      : await findExactMatches(ctx, { ...query, is: 'question' }, actor)
  const ofAnswers =
    type === 'answer' ? await findExactMatches(ctx, { ...query, is: 'answer' }, actor) : noMatches
  return {
    questionIds: ofQuestions.ids,
    answerIds: ofAnswers.ids,
    isCapped: ofAnswers.isCapped || ofQuestions.isCapped,
  }
}

const noMatches = { ids: [], isCapped: false }

/** A title says nothing about the excluded words of an answer, so only the index decides. */
function hasExcludedWords({ terms }: SearchQuery) {
  return terms.some(({ isExcluded }) => isExcluded)
}

/** All words are in the title of the question. */
function titleCondition({ terms }: SearchQuery): SQL | undefined {
  return and(
    ...terms.map(({ text, isExcluded }) => {
      const contains = sql`${questions.title} ilike ${`%${escapeLike(text)}%`}`
      return isExcluded ? sql`not (${contains})` : contains
    }),
  )
}

export function questionCondition({ matches, userId, query, now }: PostFilter): SQL | undefined {
  const inTitle = titleCondition(query)
  return and(
    matches === null
      ? inTitle
      : or(sql`${questions.id} = any(${idArray(matches.questionIds)})`, inTitle),
    userId === null ? undefined : eq(questions.userId, userId),
    scoreCondition(sql`${questions.score}`, query.score),
    timeCondition(questions.createdAt, query, now),
    ...sharedConditions(query),
  )
}

export function answerCondition(filter: PostFilter): SQL | undefined {
  const { matches, userId, questionId, query, now } = filter
  const inTitle = titleCondition(query)
  const inIndex = matches && sql`${answers.id} = any(${idArray(matches.answerIds)})`
  return and(
    inIndex === null ? inTitle : hasExcludedWords(query) ? inIndex : or(inIndex, inTitle),
    userId === null ? undefined : eq(answers.userId, userId),
    questionId === null ? undefined : eq(answers.questionId, questionId),
    query.isAccepted ? eq(questions.acceptedAnswerId, answers.id) : undefined,
    scoreCondition(sql`${answers.score}`, query.score),
    timeCondition(answers.createdAt, query, now),
    ...sharedConditions(query),
  )
}

/** Whether the condition for answers needs their questions. */
export function readsQuestion({ query }: PostFilter): boolean {
  const { terms, tags: tagTerms, isAccepted, hasAccepted, answers: answered, views } = query
  const isByText = terms.length + tagTerms.length > 0
  return isByText || isAccepted || hasAccepted !== null || answered !== null || views !== null
}

function sharedConditions(query: SearchQuery): (SQL | undefined)[] {
  const { hasAccepted } = query
  return [
    scoreCondition(sql`${questions.answerCount}`, query.answers),
    scoreCondition(sql`${questions.viewCount}`, query.views),
    hasAccepted === null
      ? undefined
      : hasAccepted
        ? isNotNull(questions.acceptedAnswerId)
        : isNull(questions.acceptedAnswerId),
    ...query.tags.map(({ slug, isExcluded }) => {
      // Not `exists`, for which the planner may read all questions of the tag first.
      const isTagged = sql`coalesce((select ${tagSets.tagIds} && array(
          select coalesce(named.main_tag_id, named.id) from ${tags} as named where named.slug_name = ${slug})
        from ${tagSets} where ${tagSets.questionId} = ${questions.id}), false)`
      return isExcluded ? sql`not ${isTagged}` : isTagged
    }),
  ]
}

/** As in the search: at least that much, except that zero means exactly zero. */
function scoreCondition(number: SQL, bound: number | null): SQL | undefined {
  if (bound === null) return undefined
  return bound === 0 ? sql`${number} = 0` : sql`${number} >= ${bound}`
}

type TimeColumn = typeof questions.createdAt | typeof answers.createdAt

function timeCondition(column: TimeColumn, query: SearchQuery, now: Date) {
  const since = query.after === null ? null : toSearchTime(query.after, now)
  const until = endOf(query, now)
  return and(
    since === null ? undefined : gte(column, since),
    until === null ? undefined : lt(column, until),
  )
}

function endOf({ before }: SearchQuery, now: Date) {
  return before === null ? null : toSearchTime(before, now)
}

/** Scans start at the date of `before:`, so that newer posts do not fill the window. */
export function isInTime(column: AnyPgColumn, { query, now }: PostFilter): SQL {
  const until = endOf(query, now)
  return until === null ? sql`true` : lt(column, until)
}
