import { tagSlug } from '@stoa/markdown/slug'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { failField } from '../../kernel/errors.ts'
import { type Actor, isStaff } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import { keepFiles, toWritten } from '../posts/posts.actions.ts'
import { revisions, revisionStatuses } from '../posts/revisions.table.ts'
import { tags } from '../posts/tags.table.ts'

export type TagTexts = { slug_name: string; display_name: string; original_text: string }
type WrittenTag = Awaited<ReturnType<typeof toWrittenTag>>

/** What a tag's row says, made from what was typed; a slug that is none is refused beside the field. */
export async function toWrittenTag(
  tx: Tx,
  who: Actor,
  texts: TagTexts,
  { field, siteUrl }: { field: string; siteUrl: string },
) {
  const slugName = tagSlug(texts.slug_name)
  if (slugName === '') failField(field, 'base.request_format_error')
  const { columns, files } = await toWritten(tx, who, texts.original_text, {
    siteUrl,
    field: field === 'slug_name' ? 'original_text' : field,
  })
  const displayName = texts.display_name.trim() || texts.slug_name.trim()
  return { slugName, field, files, columns: { ...columns, slugName, displayName } }
}

/** Writes tags that are not there, and restores deleted ones for staff; those that are there already are left alone. */
export async function insertTags(tx: Tx, who: Actor, wanted: readonly WrittenTag[]) {
  const { id: userId } = who
  const fresh = await tx
    .insert(tags)
    .values(toRows(tx, userId, wanted))
    .onConflictDoNothing({ target: tags.slugName })
    .returning()
  const rest = wanted.filter((tag) => fresh.every(({ slugName }) => slugName !== tag.slugName))
  const written = [...fresh, ...(await restoreTags(tx, who, rest))]
  await keepTagRevisions(tx, userId, written, '')
  for (const { id, slugName } of written) {
    const files = wanted.find((tag) => tag.slugName === slugName)?.files ?? []
    await keepFiles(tx, id, { files })
  }
  for (const { id } of written) await tx.emit('tag.created', { tagId: id, userId })
  return written
}

const toRows = (tx: Tx, userId: string, wanted: readonly WrittenTag[]) =>
  wanted.map(({ columns }) => ({ ...columns, createdBy: userId, createdAt: tx.now }))

/**
 * Restores deleted tags: for staff, who deleted them. Locks none that is in use: whoever counts their questions locks
 * them by id, not by name.
 */
async function restoreTags(tx: Tx, who: Actor, wanted: readonly WrittenTag[]) {
  if (wanted.length === 0) return []
  const slugs = wanted.map(({ slugName }) => slugName)
  const deleted = await tx
    .select({ slugName: tags.slugName })
    .from(tags)
    .where(and(inArray(tags.slugName, slugs), eq(tags.isDeleted, true)))
    .orderBy(asc(tags.id))
    .for('no key update')
  const gone = wanted.filter((tag) => deleted.some(({ slugName }) => slugName === tag.slugName))
  const [first] = gone
  if (first === undefined) return []
  if (!isStaff(who)) failField(first.field, 'tag.deleted', { name: first.slugName })
  return await tx
    .insert(tags)
    .values(toRows(tx, who.id, gone))
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

type Written = WrittenTag['columns'] & { id: string; version: number }

/** Keeps what these tags say from now on. */
export async function keepTagRevisions(
  tx: Tx,
  userId: string,
  written: readonly Written[],
  summary: string,
) {
  if (written.length === 0) return
  await tx.insert(revisions).values(
    written.map((tag) => ({
      objectId: tag.id,
      version: tag.version,
      userId,
      title: tag.displayName,
      slugName: tag.slugName,
      originalText: tag.originalText,
      summary,
      status: tag.version === 1 ? revisionStatuses.first : revisionStatuses.passed,
      createdAt: tx.now,
    })),
  )
}
