import type { Tag } from '@stoa/contract/features/tags'
import { tagSlug } from '@stoa/markdown/slug'
import { and, desc, eq, inArray, isNull, like, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, isStaff } from '../../../kernel/rules.ts'
import { tags } from '../../../schema/tags.ts'

const maxSuggestions = 10

/** Slugs of the tags that the settings treat specially. */
export type SpecialTags = { recommended: readonly string[]; reserved: readonly string[] }

export function toTag(
  tag: { slugName: string; displayName: string },
  specialTags: SpecialTags,
): Tag {
  return {
    slug_name: tag.slugName,
    display_name: tag.displayName,
    main_tag_slug_name: '',
    recommend: specialTags.recommended.includes(tag.slugName),
    reserved: specialTags.reserved.includes(tag.slugName),
  }
}

export async function listSuggestedTags(db: ReadDb, start: string, specialTags: SpecialTags) {
  const prefix = escapeLike(tagSlug(start))
  const rows = await db
    .select({
      slugName: tags.slugName,
      displayName: tags.displayName,
      excerpt: tags.excerpt,
      questionCount: tags.questionCount,
    })
    .from(tags)
    .where(
      and(like(tags.slugName, `${prefix}%`), eq(tags.isDeleted, false), isNull(tags.mainTagId)),
    )
    .orderBy(desc(tags.questionCount), tags.id)
    .limit(maxSuggestions)
  return rows.map((row) => ({
    ...toTag(row, specialTags),
    excerpt: row.excerpt,
    question_count: row.questionCount,
  }))
}

/** Escapes wildcards for LIKE. */
export function escapeLike(text: string) {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}

/** Resolves synonyms and removes duplicates. */
export async function findTags(db: ReadDb, names: readonly string[], specialTags: SpecialTags) {
  const main = alias(tags, 'main')
  const slugs = names.map((name) => tagSlug(name)).filter((slug) => slug !== '')
  if (slugs.length === 0) return []
  const rows = await db
    .selectDistinct({
      id: sql<string>`coalesce(${main.id}, ${tags.id})`.mapWith(String),
      slugName: sql<string>`coalesce(${main.slugName}, ${tags.slugName})`,
      displayName: sql<string>`coalesce(${main.displayName}, ${tags.displayName})`,
    })
    .from(tags)
    .leftJoin(main, eq(main.id, tags.mainTagId))
    .where(and(inArray(tags.slugName, slugs), eq(tags.isDeleted, false)))
    .orderBy(sql`2`)
  return rows.map((row) => ({ tag_id: row.id, ...toTag(row, specialTags) }))
}

/** Only staff see deleted tags. */
/** Of these names, those of no tag or synonym. Deleted tags do not exist. */
export async function listUnknownTags(db: ReadDb, names: readonly string[]) {
  const slugs = names.map(tagSlug)
  if (slugs.length === 0) return []
  const rows = await db
    .select({ slugName: tags.slugName })
    .from(tags)
    .where(and(inArray(tags.slugName, slugs), eq(tags.isDeleted, false)))
  const known = rows.map(({ slugName }) => slugName)
  return names.filter((name) => !known.includes(tagSlug(name)))
}

export async function getVisibleTag(db: ReadDb, actor: Actor | null, id: string) {
  const [tag] = await db
    .select({ id: tags.id, isDeleted: tags.isDeleted })
    .from(tags)
    .where(eq(tags.id, id))
  const isVisible = tag !== undefined && (!tag.isDeleted || (actor !== null && isStaff(actor)))
  return isVisible ? tag : fail('tag.not_found')
}

/** Resolves a synonym to its main tag. */
export async function findMainTag(db: ReadDb, slugName: string) {
  const main = alias(tags, 'main')
  const [tag] = await db
    .select({ id: main.id, questionCount: main.questionCount })
    .from(tags)
    .innerJoin(main, eq(main.id, sql`coalesce(${tags.mainTagId}, ${tags.id})`))
    .where(and(eq(tags.slugName, slugName.toLowerCase()), eq(tags.isDeleted, false)))
  return tag ?? null
}
