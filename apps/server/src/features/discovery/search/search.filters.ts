import { toLongId, typeOfId } from '@stoa/contract/ids'
import { type SearchQuery, toSearchTime } from '@stoa/contract/search-query'
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { findUserId } from '../../people/users/users.queries.ts'
import { searchDocuments } from '../../../schema/search.ts'
import { type TagFilter, resolveTagFilter } from './search.tags.ts'

/** The filters of a query with ids and times. */
export type SearchFilters = {
  type: 'question' | 'answer' | null
  userId: string | null
  questionId: string | null
  since: Date | null
  until: Date | null
  tags: TagFilter
}

/** `where` filters documents; `postWhere` filters their posts, which costs a join. */
export type Filters = {
  where: SQL | undefined
  postWhere: SQL | undefined
  tags: TagFilter
  /** Limited to the posts of one user or one question. */
  isNarrow: boolean
}

/** Returns null when a user, tag or question does not exist: then nothing matches. */
export async function resolveFilters(
  db: ReadDb,
  query: SearchQuery,
  actor: Actor | null,
  now: Date,
): Promise<SearchFilters | null> {
  const userId = query.user === null ? null : await findAuthor(db, query.user, actor)
  const tagFilter = await resolveTagFilter(db, query.tags)
  const questionId = query.inQuestion === null ? null : toLongId(query.inQuestion)
  const isInvalidQuestion =
    query.inQuestion !== null && (questionId === null || typeOfId(questionId) !== 'question')
  const isInvalidUser = query.user !== null && userId === null
  if (isInvalidUser || tagFilter === null || isInvalidQuestion) return null
  return {
    type: typeOf(query),
    userId,
    questionId,
    since: query.after === null ? null : toSearchTime(query.after, now),
    until: query.before === null ? null : toSearchTime(query.before, now),
    tags: tagFilter,
  }
}

async function findAuthor(db: ReadDb, name: string, actor: Actor | null) {
  return name.toLowerCase() === 'me' ? (actor?.id ?? null) : await findUserId(db, name, actor)
}

/** Some filters imply a type. An explicit `is:` wins. */
function typeOf(query: SearchQuery) {
  const isAboutQuestions =
    query.answers !== null || query.views !== null || query.hasAccepted !== null
  const isAboutAnswers = query.isAccepted || query.inQuestion !== null
  return query.is ?? (isAboutAnswers ? 'answer' : isAboutQuestions ? 'question' : null)
}

export function toConditions(
  { type, userId, questionId, since, until, tags }: SearchFilters,
  query: SearchQuery,
): Filters {
  const where = and(
    userId === null ? undefined : eq(searchDocuments.userId, userId),
    questionId === null ? undefined : eq(searchDocuments.questionId, questionId),
    // Concatenation keeps the planner from using an index: half of all documents match.
    type === null ? undefined : sql`${searchDocuments.type} || '' = ${type}`,
    since === null ? undefined : gte(searchDocuments.createdAt, since),
    until === null ? undefined : lt(searchDocuments.createdAt, until),
  )
  const isNarrow = userId !== null || questionId !== null
  return { where, postWhere: postCondition(query), tags, isNarrow }
}

export function hasNoFilter({ where, postWhere, tags }: Filters): boolean {
  const hasTags = tags.required.length + tags.excluded.length > 0
  return where === undefined && postWhere === undefined && !hasTags
}

/** Values that change often are not in the index but read from the posts. */
function postCondition(query: SearchQuery): SQL | undefined {
  const has = questions.acceptedAnswerId
  const conditions = and(
    countCondition(sql`coalesce(${answers.score}, ${questions.score})`, query.score),
    countCondition(sql`${questions.answerCount}`, query.answers),
    countCondition(sql`${questions.viewCount}`, query.views),
    query.hasAccepted === null
      ? undefined
      : query.hasAccepted
        ? sql`${has} is not null`
        : sql`${has} is null`,
    query.isAccepted ? sql`${has} = ${searchDocuments.objectId}` : undefined,
  )
  if (conditions === undefined) return undefined
  return sql`exists (select 1 from ${questions}
    left join ${answers} on ${answers.id} = ${searchDocuments.objectId}
    where ${questions.id} = ${searchDocuments.questionId} and ${conditions})`
}

function countCondition(number: SQL, bound: number | null): SQL | undefined {
  if (bound === null) return undefined
  return bound === 0 ? sql`${number} = 0` : sql`${number} >= ${bound}`
}
