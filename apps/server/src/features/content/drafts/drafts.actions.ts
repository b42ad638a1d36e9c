import type { saveDraft as saveCall } from '@stoa/contract/features/drafts'
import type { ParsedInputOf } from '@stoa/contract/endpoint'
import { limits } from '@stoa/contract/limits'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Actor } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import { isDraftOf } from './drafts.queries.ts'
import type { DraftTarget } from './drafts.rules.ts'
import { drafts } from '../../../schema/drafts.ts'

type DraftInput = ParsedInputOf<typeof saveCall>

/**
 * Returns false on a conflict. One statement decides, so that concurrent saves are serialized: a writer may follow its
 * own last save, other writers only the version they know.
 */
export async function saveDraft(tx: Tx, actor: Actor, input: DraftInput): Promise<boolean> {
  const { known_version: knownVersion, kind, object_id: objectId } = input
  const columns = {
    title: input.title,
    content: input.content,
    tags: input.tags,
    answerContent: input.answer_content,
    editSummary: input.edit_summary,
    baseVersion: input.base_version,
    writer: input.writer,
    counter: input.counter,
    savedAt: tx.now,
  }
  const canOverwrite = sql`case when ${drafts.writer} = ${input.writer}
    then ${drafts.counter} < ${input.counter} else ${drafts.version} = ${knownVersion} end`
  const update = { ...columns, version: sql`${drafts.version} + 1` }
  const showsWriting = sql<boolean>`(select shows_writing from users where id = ${actor.id})`
  const returned = { showsWriting }
  // A known draft that is missing was posted or discarded: a late save must not recreate it.
  const saved =
    knownVersion > 0
      ? await tx
          .update(drafts)
          .set(update)
          .where(and(isDraftOf(actor, input), canOverwrite))
          .returning(returned)
      : await tx
          .insert(drafts)
          .values({ userId: actor.id, kind, objectId, ...columns })
          .onConflictDoUpdate({
            target: [drafts.userId, drafts.kind, drafts.objectId],
            set: update,
            setWhere: canOverwrite,
          })
          .returning(returned)
  if (saved[0] === undefined) return false
  if (kind === 'answer' && input.content.trim() !== '' && saved[0].showsWriting)
    await tx.emit('answer.drafted', { questionId: objectId, userId: actor.id })
  if (knownVersion === 0) await deleteSurplusDrafts(tx, actor)
  return true
}

async function deleteSurplusDrafts(tx: Tx, actor: Actor) {
  const surplus = tx
    .select({ kind: drafts.kind, objectId: drafts.objectId })
    .from(drafts)
    .where(eq(drafts.userId, actor.id))
    .orderBy(desc(drafts.savedAt))
    .offset(limits.draft.perUser)
  const isSurplus = sql`(${drafts.kind}, ${drafts.objectId}) in ${surplus}`
  await tx.delete(drafts).where(and(eq(drafts.userId, actor.id), isSurplus))
}

export async function deleteDraft(tx: Tx, actor: { id: string }, target: DraftTarget) {
  await tx.delete(drafts).where(isDraftOf(actor, target))
}
