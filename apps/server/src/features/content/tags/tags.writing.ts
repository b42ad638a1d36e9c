import { tagSlug } from '@stoa/markdown/slug'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { failField } from '../../../kernel/errors.ts'
import { type Actor, isStaff } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import { recordText, renderContent } from '../shared/posts.actions.ts'
import { revisions, revisionStatuses } from '../../../schema/revisions.ts'
import { tags } from '../../../schema/tags.ts'

export type TagInput = { slug_name: string; display_name: string; original_text: string }
export type TagEdit = TagInput & {
  tag_id: string
  edit_summary: string
  version?: number | undefined
  /** Set for a rollback. */
  restoredVersion?: number | undefined
}
type RenderedTag = Awaited<ReturnType<typeof renderTag>>

export async function renderTag(tx: Tx, actor: Actor, input: TagInput, field: string) {
  const slugName = tagSlug(input.slug_name)
  if (slugName === '') failField(field, 'base.request_format_error')
  const { columns, files, isUnfinished } = await renderContent(tx, actor, input.original_text, {
    field: field === 'slug_name' ? 'original_text' : field,
  })
  const displayName = input.display_name.trim() || input.slug_name.trim()
  return { slugName, field, files, isUnfinished, columns: { ...columns, slugName, displayName } }
}

/** Creates missing tags and, for staff, restores deleted ones. Existing tags stay unchanged. */
export async function insertTags(tx: Tx, actor: Actor, rendered: readonly RenderedTag[]) {
  const { id: userId } = actor
  const created = await tx
    .insert(tags)
    .values(toRows(tx, userId, rendered))
    .onConflictDoNothing({ target: tags.slugName })
    .returning()
  const rest = rendered.filter((tag) => created.every(({ slugName }) => slugName !== tag.slugName))
  const saved = [...created, ...(await restoreTags(tx, actor, rest))]
  const revisionIds = await saveTagRevisions(tx, userId, saved, { summary: '' })
  for (const { id, slugName } of saved) {
    const text = rendered.find((tag) => tag.slugName === slugName)
    if (text !== undefined) await recordText(tx, id, text)
  }
  for (const { id } of saved)
    await tx.emit('tag.created', { tagId: id, userId, revisionId: revisionIds.get(id) ?? '' })
  return saved
}

const toRows = (tx: Tx, userId: string, rendered: readonly RenderedTag[]) =>
  rendered.map(({ columns }) => ({ ...columns, createdBy: userId, createdAt: tx.now }))

/**
 * Rejects deleted tags for everyone but staff. Locks deleted tags only: tags in use are locked in order of id, which
 * differs from the order of names here.
 */
async function restoreTags(tx: Tx, actor: Actor, rendered: readonly RenderedTag[]) {
  if (rendered.length === 0) return []
  const slugs = rendered.map(({ slugName }) => slugName)
  const deleted = await tx
    .select({ slugName: tags.slugName })
    .from(tags)
    .where(and(inArray(tags.slugName, slugs), eq(tags.isDeleted, true)))
    .orderBy(asc(tags.id))
    .for('no key update')
  const restorable = rendered.filter((tag) =>
    deleted.some(({ slugName }) => slugName === tag.slugName),
  )
  const [first] = restorable
  if (first === undefined) return []
  if (!isStaff(actor)) failField(first.field, 'tag.deleted', { name: first.slugName })
  return await tx
    .insert(tags)
    .values(toRows(tx, actor.id, restorable))
    .onConflictDoUpdate({
      target: tags.slugName,
      set: {
        displayName: sql`excluded.display_name`,
        originalText: sql`excluded.original_text`,
        parsedText: sql`excluded.parsed_text`,
        excerpt: sql`excluded.excerpt`,
        rendererVersion: sql`excluded.renderer_version`,
        isDeleted: false,
        version: sql`${tags.version} + 1`,
        editedAt: tx.now,
      },
    })
    .returning()
}

type SavedTag = RenderedTag['columns'] & { id: string; version: number }

/** Returns the ids of the revisions by tag. */
export async function saveTagRevisions(
  tx: Tx,
  userId: string,
  saved: readonly SavedTag[],
  origin: { summary: string; restoredVersion?: number | undefined },
): Promise<Map<string, string>> {
  if (saved.length === 0) return new Map()
  const rows = await tx
    .insert(revisions)
    .values(
      saved.map((tag) => ({
        objectId: tag.id,
        version: tag.version,
        userId,
        title: tag.displayName,
        slugName: tag.slugName,
        originalText: tag.originalText,
        ...origin,
        status: tag.version === 1 ? revisionStatuses.first : revisionStatuses.passed,
        createdAt: tx.now,
      })),
    )
    .returning({ id: revisions.id, tagId: revisions.objectId })
  return new Map(rows.map(({ id, tagId }) => [tagId, id]))
}
