import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail, failField } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { tags } from '../../../schema/tags.ts'
import { saveSuggestion, withdrawSuggestion } from '../shared/suggestions.actions.ts'
import { renderTag, type TagEdit } from './tags.writing.ts'

type TagTexts = Pick<typeof tags.$inferSelect, 'slugName' | 'displayName' | 'originalText'>

/** Locks nothing: the tag is not changed. An edit without changes withdraws the actor's open suggestion. */
export async function suggestTagEdit(tx: Tx, actor: Actor, edit: TagEdit) {
  const rendered = await renderTag(tx, actor, edit, 'slug_name')
  const { columns } = rendered
  const [tag] = await tx
    .select()
    .from(tags)
    .where(and(eq(tags.id, edit.tag_id), eq(tags.isDeleted, false)))
  if (tag === undefined) return fail('tag.not_found')
  if (edit.version !== undefined && edit.version !== tag.version) fail('edit.conflict')
  if (hasSameTexts(tag, columns)) {
    await withdrawSuggestion(tx, actor, tag.id)
    return { slug: tag.slugName, isSuggestion: false }
  }
  await assertUnused(tx, tag.id, columns.slugName)
  await saveSuggestion(
    tx,
    actor,
    {
      objectId: tag.id,
      baseVersion: tag.version,
      title: columns.displayName,
      slugName: columns.slugName,
      originalText: columns.originalText,
      summary: edit.edit_summary,
    },
    rendered,
  )
  return { slug: tag.slugName, isSuggestion: true }
}

export function hasSameTexts(one: TagTexts, other: TagTexts) {
  return (
    one.slugName === other.slugName &&
    one.displayName === other.displayName &&
    one.originalText === other.originalText
  )
}

async function assertUnused(tx: Tx, tagId: string, slugName: string) {
  const [other] = await tx
    .select({ id: tags.id })
    .from(tags)
    .where(and(eq(tags.slugName, slugName), ne(tags.id, tagId)))
  if (other !== undefined) failField('slug_name', 'tag.already_exists')
}
