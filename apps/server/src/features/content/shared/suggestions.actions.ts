import { limits } from '@stoa/contract/limits'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { suggestions, suggestionStatuses } from '../../../schema/suggestions.ts'
import { keepSuggestedFiles, type UsedFile } from './uploads.actions.ts'

type NewSuggestion = Pick<
  typeof suggestions.$inferInsert,
  'objectId' | 'baseVersion' | 'title' | 'slugName' | 'originalText' | 'tags' | 'summary'
>

/**
 * Replaces the actor's open suggestion for the object. The id is new then, so that nobody approves a text that they have
 * not seen.
 */
export async function saveSuggestion(
  tx: Tx,
  actor: Actor,
  suggestion: NewSuggestion,
  { files }: { files: readonly UsedFile[] },
) {
  const { objectId } = suggestion
  await assertBelowLimit(tx, actor, objectId)
  const [saved] = await tx
    .insert(suggestions)
    .values({ ...suggestion, userId: actor.id, createdAt: tx.now })
    .onConflictDoUpdate({
      target: [suggestions.userId, suggestions.objectId],
      targetWhere: eq(suggestions.status, sql`1`),
      set: {
        id: sql`excluded.id`,
        baseVersion: sql`excluded.base_version`,
        title: sql`excluded.title`,
        slugName: sql`excluded.slug_name`,
        originalText: sql`excluded.original_text`,
        tags: sql`excluded.tags`,
        summary: sql`excluded.summary`,
        createdAt: sql`excluded.created_at`,
      },
    })
    .returning({ id: suggestions.id })
  const suggestionId = requireRow(saved).id
  await keepSuggestedFiles(tx, objectId, files)
  await tx.emit('suggestion.added', { suggestionId, objectId, userId: actor.id })
}

const dayMs = 24 * 3_600_000

/** The limits of revisions. They need not be exact, so nothing is locked. */
async function assertBelowLimit(tx: Tx, actor: Actor, objectId: string) {
  const since = new Date(tx.now.getTime() - dayMs).toISOString()
  const [row] = await tx
    .select({
      total: sql<number>`count(*)::int`,
      today: sql<number>`(count(*) filter (where ${suggestions.createdAt} > ${since}::timestamptz))::int`,
    })
    .from(suggestions)
    .where(and(eq(suggestions.objectId, objectId), eq(suggestions.userId, actor.id)))
  const { total, today } = requireRow(row)
  const { revisions: max } = limits
  if (today >= max.perDay || total >= max.total) fail('edit.too_many', { values: max })
}

/** Deletes the actor's open suggestion for the object, if there is one. */
export async function withdrawSuggestion(tx: Tx, actor: Actor, objectId: string) {
  const [withdrawn] = await tx
    .delete(suggestions)
    .where(
      and(
        eq(suggestions.userId, actor.id),
        eq(suggestions.objectId, objectId),
        eq(suggestions.status, suggestionStatuses.open),
      ),
    )
    .returning({ suggestionId: suggestions.id })
  if (withdrawn === undefined) return
  await tx.emit('suggestion.withdrawn', { ...withdrawn, objectId, userId: actor.id })
}
