import { toLongId, typeOfId } from '@stoa/contract/ids'
import { type SearchQuery, toSearchTime } from '@stoa/contract/search-query'
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { findUserId } from '../../people/users/users.queries.ts'
import { searchDocuments } from '../../../schema/search.ts'
import { type TagFilter, resolveTagFilter } from './search.tags.ts'

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
): Promise<Filters | null> {
  const byUserId = await userCondition(db, query.user, actor)
  const tagFilter = await resolveTagFilter(db, query.tags)
  const questionId = query.inQuestion === null ? null : toLongId(query.inQuestion)
  const isInvalidQuestion =
    query.inQuestion !== null && (questionId === null || typeOfId(questionId) !== 'question')
  if (byUserId === null || tagFilter === null || isInvalidQuestion) return null
  const where = and(
    byUserId,
    questionId === null ? undefined : eq(searchDocuments.questionId, questionId),
    typeCondition(query),
    timeCondition(query, now),
  )
  const isNarrow = byUserId !== undefined || questionId !== null
  return { where, postWhere: postCondition(query), tags: tagFilter, isNarrow }
}

async function userCondition(db: ReadDb, name: string | null, actor: Actor | null) {
  if (name === null) return undefined
  const id = name.toLowerCase() === 'me' ? (actor?.id ?? null) : await findUserId(db, name, actor)
  return id === null ? null : eq(searchDocuments.userId, id)
}

/** Some filters imply a type. An explicit `is:` wins. */
function typeCondition(query: SearchQuery): SQL | undefined {
  const isAboutQuestions =
    query.answers !== null || query.views !== null || query.hasAccepted !== null
  const isAboutAnswers = query.isAccepted || query.inQuestion !== null
  const type = query.is ?? (isAboutAnswers ? 'answer' : isAboutQuestions ? 'question' : null)
  // Concatenation keeps the planner from using an index: half of all documents match.
  return type === null ? undefined : sql`${searchDocuments.type} || '' = ${type}`
}

function timeCondition({ after, before }: SearchQuery, now: Date): SQL | undefined {
  const since = after === null ? null : toSearchTime(after, now)
  const until = before === null ? null : toSearchTime(before, now)
  return and(
    since === null ? undefined : gte(searchDocuments.createdAt, since),
    until === null ? undefined : lt(searchDocuments.createdAt, until),
  )
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
