import { toLongId, typeOfId } from '@stoa/contract/ids'
import type { SearchQuery } from '@stoa/contract/search-query'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import type { Actor } from '../../kernel/rules.ts'
import { answers, questions, questionTags } from '../posts/posts.table.ts'
import { tags } from '../posts/tags.table.ts'
import { findUserId } from '../users/users.queries.ts'
import { searchDocuments } from './search.table.ts'

/** What the names in a search stand for; null when one is asked for that does not exist: then nothing is found. */
export async function filtersOf(
  db: Db,
  query: SearchQuery,
  who: Actor | null,
): Promise<SQL | undefined | null> {
  const byUser = await byUserOf(db, query.user, who)
  const byTags = await byTagsOf(db, query.tags)
  const questionId = query.inQuestion === null ? null : toLongId(query.inQuestion)
  const isNoQuestion =
    query.inQuestion !== null && (questionId === null || typeOfId(questionId) !== 'question')
  if (byUser === null || byTags === null || isNoQuestion) return null
  return and(
    byUser,
    byTags,
    questionId === null ? undefined : eq(searchDocuments.questionId, questionId),
    typeOf(query),
    livePart(query),
  )
}

async function byUserOf(db: Db, name: string | null, who: Actor | null) {
  if (name === null) return undefined
  const id = name.toLowerCase() === 'me' ? (who?.id ?? null) : await findUserId(db, name)
  return id === null ? null : eq(searchDocuments.userId, id)
}

/** A synonym stands for its main tag. A tag to leave out that does not exist leaves nothing out. */
async function byTagsOf(db: Db, wanted: SearchQuery['tags']) {
  if (wanted.length === 0) return undefined
  const slugs = wanted.map(({ slug }) => slug)
  const rows = await db
    .select({ slug: tags.slugName, id: sql<string>`coalesce(${tags.mainTagId}, ${tags.id})` })
    .from(tags)
    .where(and(inArray(tags.slugName, slugs), eq(tags.isDeleted, false)))
  const ids = new Map(rows.map(({ slug, id }) => [slug, id]))
  const parts: (SQL | null)[] = wanted.map(({ slug, isNot }) => {
    const id = ids.get(slug)
    if (id === undefined) return isNot ? sql`true` : null
    const has = sql`exists (select 1 from ${questionTags}
      where ${questionTags.questionId} = ${searchDocuments.questionId} and ${questionTags.tagId} = ${id})`
    return isNot ? sql`not ${has}` : has
  })
  const known = parts.filter((part) => part !== null)
  return known.length === parts.length ? and(...known) : null
}

/** Some filters are about one kind of post; a kind that is asked for by name comes first. */
function typeOf(query: SearchQuery): SQL | undefined {
  const ofQuestions = query.answers !== null || query.views !== null || query.hasAccepted !== null
  const ofAnswers = query.isAccepted || query.inQuestion !== null
  const type = query.is ?? (ofAnswers ? 'answer' : ofQuestions ? 'question' : null)
  return type === null ? undefined : eq(searchDocuments.type, type)
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
