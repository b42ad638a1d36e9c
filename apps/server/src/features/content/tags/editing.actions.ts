import type { Tx } from '../../../kernel/context.ts'
import { and, eq, exists, or, sql } from 'drizzle-orm'
import { fail, failField } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed, requiredReputation } from '../../../kernel/rules.ts'
import { isUniqueViolation } from '../../../kernel/transact.ts'
import { recordText } from '../shared/posts.actions.ts'
import { questionTags } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { canCreateTag, canEditTag, needsTagReview } from './tags.rules.ts'
import { renameTagInSettings } from './tags.settings.ts'
import { hasSameTexts, suggestTagEdit } from './suggesting.actions.ts'
import {
  insertTags,
  saveTagRevisions,
  type TagEdit,
  type TagInput,
  renderTag,
} from './tags.writing.ts'

/** Staff also restore a deleted tag of that name with the new description. */
export async function createTag(tx: Tx, actor: Actor, input: TagInput) {
  assertAllowed(canCreateTag(actor, requiredReputation(tx.ctx.settings)))
  const rendered = await renderTag(tx, actor, input, 'slug_name')
  const [created] = await insertTags(tx, actor, [rendered])
  return created?.slugName ?? failField('slug_name', 'tag.already_exists')
}

/** Saves a suggestion if the actor's edits are reviewed. */
export async function editTag(tx: Tx, actor: Actor, edit: TagEdit) {
  const required = requiredReputation(tx.ctx.settings)
  assertAllowed(canEditTag(actor, required))
  if (needsTagReview(actor, required)) return await suggestTagEdit(tx, actor, edit)
  return { slug: await publishTagEdit(tx, actor, edit), isSuggestion: false }
}

/** Returns the slug. The caller has checked that the actor may edit the tag. */
export async function publishTagEdit(tx: Tx, actor: Actor, edit: TagEdit) {
  const rendered = await renderTag(tx, actor, edit, 'slug_name')
  const tag = await lockTag(tx, edit.tag_id)
  if (edit.version !== undefined && edit.version !== tag.version) fail('edit.conflict')
  const { columns } = rendered
  const isRollback = edit.restoredVersion !== undefined
  if (hasSameTexts(tag, columns)) return isRollback ? fail('rollback.unchanged') : tag.slugName
  const version = tag.version + 1
  await tx
    .update(tags)
    .set({ ...columns, version, editedAt: tx.now })
    .where(eq(tags.id, tag.id))
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) failField('slug_name', 'tag.already_exists')
      throw error
    })
  const revisionIds = await saveTagRevisions(tx, actor.id, [{ id: tag.id, version, ...columns }], {
    summary: edit.edit_summary,
    restoredVersion: edit.restoredVersion,
  })
  await recordText(tx, tag.id, rendered, tag.originalText)
  await tx.emit('tag.edited', {
    tagId: tag.id,
    formerSlug: tag.slugName,
    userId: actor.id,
    revisionId: revisionIds.get(tag.id) ?? '',
    isRollback,
  })
  await renameTagInSettings(tx, tag.slugName, columns.slugName)
  return columns.slugName
}

/** Fails while questions or synonyms use the tag. */
export async function deleteTag(tx: Tx, actor: Actor, tagId: string) {
  const tag = await lockTag(tx, tagId)
  const [usage] = await tx
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
  if (usage !== undefined) fail('tag.in_use')
  await tx.update(tags).set({ isDeleted: true, mainTagId: null }).where(eq(tags.id, tag.id))
  await tx.emit('tag.deleted', { tagId: tag.id, userId: actor.id })
}

export async function recoverTag(tx: Tx, actor: Actor, tagId: string) {
  const restored = await tx
    .update(tags)
    .set({ isDeleted: false })
    .where(and(eq(tags.id, tagId), eq(tags.isDeleted, true)))
    .returning({ id: tags.id })
  if (restored.length === 0) fail('tag.not_found')
  await tx.emit('tag.recovered', { tagId, userId: actor.id })
}

/** Conflicts with the key share lock of `resolveTags`, so that no question gets the tag meanwhile. */
async function lockTag(tx: Tx, tagId: string) {
  const [tag] = await tx
    .select()
    .from(tags)
    .where(and(eq(tags.id, tagId), eq(tags.isDeleted, false)))
    .for('update')
  return tag ?? fail('tag.not_found')
}
