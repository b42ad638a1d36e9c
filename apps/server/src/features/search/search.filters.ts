import { toLongId, typeOfId } from '@stoa/contract/ids'
import type { SearchQuery } from '@stoa/contract/search-query'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import type { Actor } from '../../kernel/rules.ts'
import { answers, questions } from '../posts/posts.table.ts'
import { findUserId } from '../users/users.queries.ts'
import { searchDocuments } from './search.table.ts'
import { type TagFilter, tagFilterOf } from './search.tags.ts'

/** What a document has to be, what its post has to be, which takes longer to ask, and what tags its question has to have. */
export type Filters = {
  where: SQL | undefined
  live: SQL | undefined
  tags: TagFilter
  /** Whether no more than the posts of one person, or of one question, can be meant. */
  isNarrow: boolean
}

/** What the names in a search stand for; null when one is asked for that does not exist: then nothing is found. */
export async function filtersOf(
  db: Db,
  query: SearchQuery,
  who: Actor | null,
): Promise<Filters | null> {
  const byUser = await byUserOf(db, query.user, who)
  const tagFilter = await tagFilterOf(db, query.tags)
  const questionId = query.inQuestion === null ? null : toLongId(query.inQuestion)
  const isNoQuestion =
    query.inQuestion !== null && (questionId === null || typeOfId(questionId) !== 'question')
  if (byUser === null || tagFilter === null || isNoQuestion) return null
  const where = and(
    byUser,
    questionId === null ? undefined : eq(searchDocuments.questionId, questionId),
    typeOf(query),
  )
  const isNarrow = byUser !== undefined || questionId !== null
  return { where, live: livePart(query), tags: tagFilter, isNarrow }
}

async function byUserOf(db: Db, name: string | null, who: Actor | null) {
  if (name === null) return undefined
  const id = name.toLowerCase() === 'me' ? (who?.id ?? null) : await findUserId(db, name, who)
  return id === null ? null : eq(searchDocuments.userId, id)
}

/** Some filters are about one kind of post; a kind that is asked for by name comes first. */
function typeOf(query: SearchQuery): SQL | undefined {
  const ofQuestions = query.answers !== null || query.views !== null || query.hasAccepted !== null
  const ofAnswers = query.isAccepted || query.inQuestion !== null
  const type = query.is ?? (ofAnswers ? 'answer' : ofQuestions ? 'question' : null)
  // Not as an index would have it: half of all documents are to be found there.
  return type === null ? undefined : sql`${searchDocuments.type} || '' = ${type}`
}

/** What changes all the time is read from the posts. */
function livePart(query: SearchQuery): SQL | undefined {
  const has = questions.acceptedAnswerId
  const conditions = and(
    atLeast(sql`coalesce(${answers.score}, ${questions.score})`, query.score),
    atLeast(sql`${questions.answerCount}`, query.answers),
    atLeast(sql`${questions.viewCount}`, query.views),
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

function atLeast(number: SQL, bound: number | null): SQL | undefined {
  if (bound === null) return undefined
  return bound === 0 ? sql`${number} = 0` : sql`${number} >= ${bound}`
}
