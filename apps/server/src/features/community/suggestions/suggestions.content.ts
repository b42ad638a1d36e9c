import { alias } from 'drizzle-orm/pg-core'
import { typeOfId } from '@stoa/contract/ids'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { reviewClaims } from '../../../schema/review.ts'
import { revisions } from '../../../schema/revisions.ts'
import { suggestions } from '../../../schema/suggestions.ts'
import { tags } from '../../../schema/tags.ts'
import { users } from '../../../schema/users.ts'
import { questionColumns } from '../../content/questions/questions.queries.ts'
import { isQuestionOf } from '../../content/shared/posts.queries.ts'
import { isPostVisibleTo } from '../../content/shared/posts.visibility.ts'
import type { Viewer } from '../../../kernel/rules.ts'
import { selectUserCard, userCardColumns } from '../../people/users/users.queries.ts'
import { claimer, isClaimOf } from '../claims/claims.queries.ts'
import type { SuggestedTexts } from './merging.rules.ts'
import type { SuggestionKind } from './suggestions.rules.ts'

const base = alias(revisions, 'base')

const questionFields = {
  id: questions.id,
  title: questions.title,
  slug: questions.slug,
  userId: questions.userId,
  originalText: questions.originalText,
  parsedText: questions.parsedText,
  status: questions.status,
  isListed: questions.isListed,
  answerCount: questions.answerCount,
  acceptedAnswerId: questions.acceptedAnswerId,
  version: questions.version,
  createdAt: questions.createdAt,
}

const answerFields = {
  id: answers.id,
  userId: answers.userId,
  originalText: answers.originalText,
  parsedText: answers.parsedText,
  status: answers.status,
  version: answers.version,
  createdAt: answers.createdAt,
}

const tagFields = {
  id: tags.id,
  slugName: tags.slugName,
  displayName: tags.displayName,
  originalText: tags.originalText,
  parsedText: tags.parsedText,
  createdBy: tags.createdBy,
  version: tags.version,
  createdAt: tags.createdAt,
}

/** Suggestions with their suggester, the text they are based on and the current content. */
export function suggestionsQuery(db: ReadDb, now: Date) {
  const { title, slugName, originalText, tags: baseTags } = base
  return db
    .select({
      suggestion: suggestions,
      user: userCardColumns,
      base: { title, slugName, originalText, tags: baseTags },
      question: questionFields,
      questionTags: questionColumns.tags,
      answer: answerFields,
      tag: tagFields,
      names: tagNames,
      claimer: selectUserCard(claimer),
    })
    .from(suggestions)
    .innerJoin(users, eq(users.id, suggestions.userId))
    .leftJoin(answers, eq(answers.id, suggestions.objectId))
    .leftJoin(questions, isQuestionOf(suggestions.objectId))
    .leftJoin(tags, eq(tags.id, suggestions.objectId))
    .leftJoin(
      base,
      and(eq(base.objectId, suggestions.objectId), eq(base.version, suggestions.baseVersion)),
    )
    .leftJoin(reviewClaims, isClaimOf('suggested_post_edit', suggestions.id, now))
    .leftJoin(claimer, eq(claimer.id, reviewClaims.userId))
}

/** Display names of the suggested tags that exist, by slug. */
const tagNames: SQL<Record<string, string> | null> = sql`(
  select json_object_agg(named.slug_name, named.display_name) from ${tags} as named
  where named.slug_name = any(${suggestions.tags}))`

export type SuggestionRow = Awaited<ReturnType<typeof suggestionsQuery>>[number]

/** Suggestions for content that the viewer can see; null for public content. Requires the joins above. */
export function isContentVisibleTo(viewer: Viewer | null): SQL {
  const isPost = sql`${questions.id} is not null and ${isPostVisibleTo(viewer) ?? sql`true`}`
  const isTag = sql`not ${tags.isDeleted} and ${isNull(tags.mainTagId)}`
  return sql`case when ${tags.id} is null then ${isPost} else ${isTag} end`
}

/** Null for a tag. */
export function authorOf({ question, answer }: SuggestionRow): string | null {
  return answer?.userId ?? question?.userId ?? null
}

export function kindOf(objectId: string): SuggestionKind {
  const kind = typeOfId(objectId)
  if (kind === 'question' || kind === 'answer' || kind === 'tag') return kind
  throw new Error(`suggestion for ${objectId}`)
}

type Content = SuggestedTexts & { version: number }

/** The current texts. */
export function contentOf({ question, questionTags, answer, tag }: SuggestionRow): Content {
  if (tag !== null) {
    const { displayName: title, slugName, originalText, version } = tag
    return { title, slugName, originalText, tags: [], version }
  }
  if (answer !== null) {
    const { originalText, version } = answer
    return { title: '', slugName: '', originalText, tags: [], version }
  }
  if (question === null) throw new Error('suggestion without content')
  const { title, originalText, version } = question
  return {
    title,
    slugName: '',
    originalText,
    tags: questionTags.map((one) => one.slugName),
    version,
  }
}

/** The texts of the version that the suggestion is based on; null if it is unknown. */
export function baseOf(row: SuggestionRow): SuggestedTexts | null {
  if (row.base !== null) return row.base
  const current = contentOf(row)
  return current.version === row.suggestion.baseVersion ? current : null
}
