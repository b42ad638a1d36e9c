import type { saveDraft as saveCall } from '@stoa/contract/features/drafts'
import type { ParsedInputOf } from '@stoa/contract/endpoint'
import { limits } from '@stoa/contract/limits'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Actor } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import { isAt } from './drafts.queries.ts'
import type { Place } from './drafts.rules.ts'
import { drafts } from './drafts.table.ts'

type Save = ParsedInputOf<typeof saveCall>

/**
 * Keeps a draft; false when it must not. One statement decides, so that of two saves at once the second knows of
 * the first: a window goes on from its own last save, any other only from the version it knows.
 */
export async function saveDraft(tx: Tx, who: Actor, save: Save): Promise<boolean> {
  const { known_version: known, kind, object_id: objectId } = save
  const written = {
    title: save.title,
    content: save.content,
    tags: save.tags,
    answerContent: save.answer_content,
    editSummary: save.edit_summary,
    baseVersion: save.base_version,
    writer: save.writer,
    counter: save.counter,
    savedAt: tx.now,
  }
  const follows = sql`case when ${drafts.writer} = ${save.writer}
    then ${drafts.counter} < ${save.counter} else ${drafts.version} = ${known} end`
  const next = { ...written, version: sql`${drafts.version} + 1` }
  // A draft that was known and is gone was posted or thrown away: an old save must not bring it back.
  const saved =
    known > 0
      ? await tx
          .update(drafts)
          .set(next)
          .where(and(isAt(who, save), follows))
          .returning({ kind: drafts.kind })
      : await tx
          .insert(drafts)
          .values({ userId: who.id, kind, objectId, ...written })
          .onConflictDoUpdate({
            target: [drafts.userId, drafts.kind, drafts.objectId],
            set: next,
            setWhere: follows,
          })
          .returning({ kind: drafts.kind })
  if (saved.length === 0) return false
  if (known === 0) await dropOldest(tx, who)
  return true
}

/** Only so many are kept for one person. */
async function dropOldest(tx: Tx, who: Actor) {
  const surplus = tx
    .select({ kind: drafts.kind, objectId: drafts.objectId })
    .from(drafts)
    .where(eq(drafts.userId, who.id))
    .orderBy(desc(drafts.savedAt))
    .offset(limits.draft.most)
  const isSurplus = sql`(${drafts.kind}, ${drafts.objectId}) in ${surplus}`
  await tx.delete(drafts).where(and(eq(drafts.userId, who.id), isSurplus))
}

export async function dropDraft(tx: Tx, who: { id: string }, place: Place) {
  await tx.delete(drafts).where(isAt(who, place))
}
