import type { IgnoredTag } from '@stoa/contract/features/ignored-tags'
import { limits } from '@stoa/contract/limits'
import { and, asc, eq } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { ignoredTags } from '../../../schema/ignored-tags.ts'
import { tags } from '../../../schema/tags.ts'
import { type SpecialTags, toTag } from '../tags/tags.queries.ts'

export async function listIgnoredTags(
  db: ReadDb,
  userId: string,
  specialTags: SpecialTags,
): Promise<IgnoredTag[]> {
  const rows = await db
    .select({ id: tags.id, slugName: tags.slugName, displayName: tags.displayName })
    .from(ignoredTags)
    .innerJoin(tags, eq(tags.id, ignoredTags.tagId))
    .where(and(eq(ignoredTags.userId, userId), eq(tags.isDeleted, false)))
    .orderBy(asc(tags.slugName))
    .limit(limits.ignoredTags.max)
  return rows.map((row) => ({ tag_id: row.id, ...toTag(row, specialTags) }))
}
