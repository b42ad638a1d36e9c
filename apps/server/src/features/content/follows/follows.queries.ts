import type { FollowedTag } from '@stoa/contract/features/follows'
import { typeOfId } from '@stoa/contract/ids'
import { and, asc, eq } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { questions } from '../../../schema/posts.ts'
import { type SpecialTags, toTag } from '../tags/tags.queries.ts'
import { tags } from '../../../schema/tags.ts'
import { follows } from '../../../schema/follows.ts'

export async function listFollowedTags(
  db: ReadDb,
  userId: string,
  specialTags: SpecialTags,
): Promise<FollowedTag[]> {
  const rows = await db
    .select({ id: tags.id, slugName: tags.slugName, displayName: tags.displayName })
    .from(follows)
    .innerJoin(tags, eq(tags.id, follows.objectId))
    .where(and(eq(follows.userId, userId), eq(tags.isDeleted, false)))
    .orderBy(asc(tags.slugName))
  return rows.map((row) => ({ tag_id: row.id, ...toTag(row, specialTags) }))
}

/** The object is a question or a tag that exists. */
export async function countFollowers(db: ReadDb, objectId: string) {
  const table = typeOfId(objectId) === 'tag' ? tags : questions
  const [row] = await db
    .select({ count: table.followCount })
    .from(table)
    .where(eq(table.id, objectId))
  return requireRow(row).count
}
