import type { SearchQuery } from '@stoa/contract/search-query'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { questionTags, tagSets } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { searchDocuments } from '../../../schema/search.ts'

type TagCount = { id: string; questions: number }

/** `required` is sorted by question count, rarest first. */
export type TagFilter = { required: readonly TagCount[]; excluded: readonly string[] }

export const noTags: TagFilter = { required: [], excluded: [] }

/**
 * Synonyms resolve to their main tag. Returns null when a required tag does not exist; unknown excluded tags are
 * ignored.
 */
export async function resolveTagFilter(
  db: ReadDb,
  terms: SearchQuery['tags'],
): Promise<TagFilter | null> {
  if (terms.length === 0) return noTags
  const main = sql`coalesce(${tags.mainTagId}, ${tags.id})`
  const rows = await db
    .select({
      slug: tags.slugName,
      id: sql<string>`${main}`.mapWith(String),
      questions: sql<number>`(select used.question_count from ${tags} used where used.id = ${main})`,
    })
    .from(tags)
    .where(
      and(
        inArray(
          tags.slugName,
          terms.map(({ slug }) => slug),
        ),
        eq(tags.isDeleted, false),
      ),
    )
  const known = new Map(rows.map((row) => [row.slug, row]))
  const requiredTerms = terms.filter(({ isExcluded }) => !isExcluded)
  const required = requiredTerms.flatMap(({ slug }) => known.get(slug) ?? [])
  if (required.length < requiredTerms.length) return null
  const unique = [...new Map(required.map((tag) => [tag.id, tag])).values()]
  return {
    required: unique.toSorted((one, other) => one.questions - other.questions),
    excluded: terms.flatMap(({ slug, isExcluded }) =>
      isExcluded ? (known.get(slug)?.id ?? []) : [],
    ),
  }
}

/** For searches that start from words. */
export function tagCondition({ required, excluded }: TagFilter): SQL | undefined {
  const tagged = (id: string) => sql`exists (select 1 from ${questionTags}
    where ${questionTags.questionId} = ${searchDocuments.questionId} and ${questionTags.tagId} = ${id})`
  return and(
    ...required.map(({ id }) => tagged(id)),
    ...excluded.map((id) => sql`not ${tagged(id)}`),
  )
}

const idArray = (ids: readonly string[]) => sql`string_to_array(${ids.join(',')}, ',')::bigint[]`

function tagSetCondition(
  required: readonly TagCount[],
  excluded: readonly string[],
  tagIds: SQL,
): SQL {
  const parts = [
    required.length === 0 ? undefined : sql`${tagIds} @> ${idArray(required.map(({ id }) => id))}`,
    excluded.length === 0 ? undefined : sql`not ${tagIds} && ${idArray(excluded)}`,
  ]
  return and(...parts) ?? sql`true`
}

/** Newest first. Scans the questions of the rarest tag, `max` at most. */
export function scanTagged({ required, excluded }: TagFilter, max: number | null): SQL {
  const [rarest, ...others] = required
  const tagIds = sql`(select ${tagSets.tagIds} from ${tagSets} where ${tagSets.questionId} = scanned.question_id)`
  return sql`
    select scanned.question_id, scanned.asked_at from (
      select ${questionTags.questionId}, ${questionTags.askedAt} from ${questionTags}
      where ${questionTags.tagId} = ${rarest?.id}
      order by ${questionTags.askedAt} desc, ${questionTags.questionId} desc
      ${max === null ? sql`` : sql`limit ${max}`}
    ) as scanned where ${tagSetCondition(others, excluded, tagIds)}
    order by scanned.asked_at desc, scanned.question_id desc`
}

/** Reads all questions with these tags from the index of tag sets. */
export function intersectTagged({ required, excluded }: TagFilter): SQL {
  return sql`
    select ${tagSets.questionId}, ${tagSets.askedAt} from ${tagSets}
    where ${tagSetCondition(required, excluded, sql`${tagSets.tagIds}`)}
    order by ${tagSets.askedAt} desc, ${tagSets.questionId} desc`
}
