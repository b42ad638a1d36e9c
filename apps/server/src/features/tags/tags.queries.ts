import type { Tag } from '@stoa/contract/features/tags'
import { tagSlug } from '@stoa/markdown/slug'
import { and, desc, eq, isNull, like } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import { tags } from './tags.table.ts'

const suggestions = 10

/** Which tags the settings set apart. */
export type TagMarks = { recommended: readonly string[]; reserved: readonly string[] }

export function toTag(tag: { slugName: string; displayName: string }, marks: TagMarks): Tag {
  return {
    slug_name: tag.slugName,
    display_name: tag.displayName,
    main_tag_slug_name: '',
    recommend: marks.recommended.includes(tag.slugName),
    reserved: marks.reserved.includes(tag.slugName),
  }
}

export async function listSuggestedTags(db: Db, start: string, marks: TagMarks) {
  const prefix = tagSlug(start).replaceAll(/[\\%_]/g, '\\$&')
  const rows = await db
    .select({ slugName: tags.slugName, displayName: tags.displayName })
    .from(tags)
    .where(
      and(like(tags.slugName, `${prefix}%`), eq(tags.isDeleted, false), isNull(tags.mainTagId)),
    )
    .orderBy(desc(tags.questionCount), tags.id)
    .limit(suggestions)
  return rows.map((row) => toTag(row, marks))
}

export async function findTagId(db: Db, slugName: string) {
  const [tag] = await db
    .select({ id: tags.id, mainTagId: tags.mainTagId })
    .from(tags)
    .where(and(eq(tags.slugName, slugName.toLowerCase()), eq(tags.isDeleted, false)))
  return tag === undefined ? null : (tag.mainTagId ?? tag.id)
}
