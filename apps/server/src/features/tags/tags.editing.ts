import { and, eq, exists, or, sql } from 'drizzle-orm'
import { fail, failField } from '../../kernel/errors.ts'
import { type Actor, must, type RequiredReputation } from '../../kernel/rules.ts'
import { sqlState, type Tx } from '../../kernel/transact.ts'
import { keepFiles } from '../posts/posts.actions.ts'
import { questionTags } from '../posts/posts.table.ts'
import { tags } from '../posts/tags.table.ts'
import { canCreateTag, canEditTag } from './tags.rules.ts'
import { insertTags, keepTagRevisions, type TagTexts, toWrittenTag } from './tags.writing.ts'

type Policy = { required: RequiredReputation; siteUrl: string }

/** Creates a tag; for staff, also restores a deleted one of that name with what is said about it now. */
export async function createTag(tx: Tx, who: Actor, texts: TagTexts, policy: Policy) {
  must(canCreateTag(who, policy.required))
  const { siteUrl } = policy
  const written = await toWrittenTag(tx, who, texts, { field: 'slug_name', siteUrl })
  const [created] = await insertTags(tx, who, [written])
  return created?.slugName ?? failField('slug_name', 'tag.already_exists')
}

type Edit = TagTexts & { tag_id: string; edit_summary: string; version?: number | undefined }

/** Changes what a tag is called and what is said about it; the description may be emptied. */
export async function editTag(tx: Tx, who: Actor, edit: Edit, policy: Policy) {
  must(canEditTag(who, policy.required))
  const { siteUrl } = policy
  const written = await toWrittenTag(tx, who, edit, { field: 'slug_name', siteUrl })
  const tag = await lockTag(tx, edit.tag_id)
  if (edit.version !== undefined && edit.version !== tag.version) fail('edit.conflict')
  const { columns } = written
  const isSame =
    tag.slugName === columns.slugName &&
    tag.displayName === columns.displayName &&
    tag.originalText === columns.originalText
  if (isSame) return { before: tag.slugName, after: tag.slugName }
  const version = tag.version + 1
  await tx
    .update(tags)
    .set({ ...columns, version, editedAt: tx.now })
    .where(eq(tags.id, tag.id))
    .catch((error: unknown) => {
      if (sqlState(error) === uniqueViolation) failField('slug_name', 'tag.already_exists')
      throw error
    })
  await keepTagRevisions(tx, who.id, [{ id: tag.id, version, ...columns }], edit.edit_summary)
  await keepFiles(tx, tag.id, written, tag.originalText)
  await tx.emit('tag.edited', { tagId: tag.id, userId: who.id })
  return { before: tag.slugName, after: columns.slugName }
}

const uniqueViolation = '23505'

/** Deletes a tag that nothing depends on. */
export async function deleteTag(tx: Tx, who: Actor, tagId: string) {
  const tag = await lockTag(tx, tagId)
  const [used] = await tx
    .select({ id: tags.id })
    .from(tags)
    .where(
      or(
        eq(tags.mainTagId, tag.id),
        and(
          eq(tags.id, tag.id),
          exists(
            tx
              .select({ one: sql`1` })
              .from(questionTags)
              .where(eq(questionTags.tagId, tag.id)),
          ),
        ),
      ),
    )
    .limit(1)
  if (used !== undefined) fail('tag.in_use')
  await tx.update(tags).set({ isDeleted: true, mainTagId: null }).where(eq(tags.id, tag.id))
  await tx.emit('tag.deleted', { tagId: tag.id, userId: who.id })
}

export async function recoverTag(tx: Tx, who: Actor, tagId: string) {
  const found = await tx
    .update(tags)
    .set({ isDeleted: false })
    .where(and(eq(tags.id, tagId), eq(tags.isDeleted, true)))
    .returning({ id: tags.id })
  if (found.length === 0) fail('tag.not_found')
  await tx.emit('tag.recovered', { tagId, userId: who.id })
}

/** A tag that is about to change. Nobody can put it on a question meanwhile: that holds a share of its key. */
async function lockTag(tx: Tx, tagId: string) {
  const [tag] = await tx
    .select()
    .from(tags)
    .where(and(eq(tags.id, tagId), eq(tags.isDeleted, false)))
    .for('update')
  return tag ?? fail('tag.not_found')
}
