import type { SearchQuery } from '@stoa/contract/search-query'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import { questionTags, tagSets } from '../posts/posts.table.ts'
import { tags } from '../posts/tags.table.ts'
import { searchDocuments } from './search.table.ts'

type KnownTag = { id: string; questions: number }

/** Tags that a question must have, the one with the fewest questions first, and tags that it must not have. */
export type TagFilter = { has: readonly KnownTag[]; lacks: readonly string[] }

export const noTags: TagFilter = { has: [], lacks: [] }

/** A synonym stands for its main tag. A tag to leave out that does not exist leaves nothing out. */
export async function tagFilterOf(db: Db, wanted: SearchQuery['tags']): Promise<TagFilter | null> {
  if (wanted.length === 0) return noTags
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
          wanted.map(({ slug }) => slug),
        ),
        eq(tags.isDeleted, false),
      ),
    )
  const known = new Map(rows.map((row) => [row.slug, row]))
  const required = wanted.filter(({ isNot }) => !isNot)
  const has = required.flatMap(({ slug }) => known.get(slug) ?? [])
  if (has.length < required.length) return null
  const different = [...new Map(has.map((tag) => [tag.id, tag])).values()]
  return {
    has: different.toSorted((one, other) => one.questions - other.questions),
    lacks: wanted.flatMap(({ slug, isNot }) => (isNot ? (known.get(slug)?.id ?? []) : [])),
  }
}

/** Whether the question of a document has the tags, for a search that starts from its words. */
export function tagCondition({ has, lacks }: TagFilter): SQL | undefined {
  const tagged = (id: string) => sql`exists (select 1 from ${questionTags}
    where ${questionTags.questionId} = ${searchDocuments.questionId} and ${questionTags.tagId} = ${id})`
  return and(...has.map(({ id }) => tagged(id)), ...lacks.map((id) => sql`not ${tagged(id)}`))
}

const idArray = (ids: readonly string[]) => sql`string_to_array(${ids.join(',')}, ',')::bigint[]`

function fits(has: readonly KnownTag[], lacks: readonly string[], tagIds: SQL): SQL {
  const parts = [
    has.length === 0 ? undefined : sql`${tagIds} @> ${idArray(has.map(({ id }) => id))}`,
    lacks.length === 0 ? undefined : sql`not ${tagIds} && ${idArray(lacks)}`,
  ]
  return and(...parts) ?? sql`true`
}

/** Questions with these tags, the newest first: walked along the rarest of them, as far as is needed. */
export function walkTagged({ has, lacks }: TagFilter, most: number | null): SQL {
  const [rarest, ...others] = has
  const tagIds = sql`(select ${tagSets.tagIds} from ${tagSets} where ${tagSets.questionId} = walked.question_id)`
  return sql`
    select walked.question_id, walked.asked_at from (
      select ${questionTags.questionId}, ${questionTags.askedAt} from ${questionTags}
      where ${questionTags.tagId} = ${rarest?.id}
      order by ${questionTags.askedAt} desc, ${questionTags.questionId} desc
      ${most === null ? sql`` : sql`limit ${most}`}
    ) as walked where ${fits(others, lacks, tagIds)}
    order by walked.asked_at desc, walked.question_id desc`
}

/** The same from the index that knows where tags meet: all of them are read. */
export function meetTagged({ has, lacks }: TagFilter): SQL {
  return sql`
    select ${tagSets.questionId}, ${tagSets.askedAt} from ${tagSets}
    where ${fits(has, lacks, sql`${tagSets.tagIds}`)}
    order by ${tagSets.askedAt} desc, ${tagSets.questionId} desc`
}
