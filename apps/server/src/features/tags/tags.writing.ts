import { render, rendererVersion } from '@stoa/markdown/render'
import { tagSlug } from '@stoa/markdown/slug'
import { eq, sql } from 'drizzle-orm'
import { failField } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/transact.ts'
import { revisions, revisionStatuses } from '../posts/revisions.table.ts'
import { tags } from '../posts/tags.table.ts'

export type TagTexts = { slug_name: string; display_name: string; original_text: string }
export type TagColumns = ReturnType<typeof toTagColumns>

/** What a tag's row says, made from what was typed. */
export function toTagColumns(field: string, texts: TagTexts, siteUrl: string) {
  const slugName = tagSlug(texts.slug_name)
  if (slugName === '') failField(field, 'base.request_format_error')
  const { html, excerpt } = render(texts.original_text, { siteUrl })
  return {
    slugName,
    displayName: texts.display_name.trim() || texts.slug_name.trim(),
    originalText: texts.original_text,
    parsedText: html,
    excerpt,
    rendererVersion,
  }
}

/** Writes tags that are not there, and brings back deleted ones; those that are there already are left alone. */
export async function insertTags(tx: Tx, userId: string, wanted: readonly TagColumns[]) {
  const written = await tx
    .insert(tags)
    .values(wanted.map((columns) => ({ ...columns, createdBy: userId, createdAt: tx.now })))
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
      setWhere: eq(tags.isDeleted, true),
    })
    .returning()
  await keepTagRevisions(tx, userId, written, '')
  for (const { id } of written) await tx.emit('tag.created', { tagId: id, userId })
  return written
}

type Written = TagColumns & { id: string; version: number }

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
