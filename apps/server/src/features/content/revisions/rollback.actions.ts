import { typeOfId } from '@stoa/contract/ids'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import {
  type Actor,
  assertAllowed,
  checkPrivilege,
  requiredReputation,
} from '../../../kernel/rules.ts'
import { revisions } from '../../../schema/revisions.ts'
import { tags } from '../../../schema/tags.ts'
import { publishAnswerEdit } from '../answers/answers.actions.ts'
import { publishQuestionEdit } from '../questions/edit.actions.ts'
import { assertEditable } from '../shared/editing.queries.ts'
import { listQuestionTags } from '../tags/tags.actions.ts'
import { publishTagEdit } from '../tags/editing.actions.ts'
import { getVisibleTag } from '../tags/tags.queries.ts'
import { chooseTags } from './rollback.rules.ts'

export type Rollback = {
  objectId: string
  /** A published revision of the object. */
  revisionId: string
  /** The current version as the actor saw it, to detect conflicts. */
  version: number
  summary: string
}

/**
 * Saves the content of an older revision as a new one, like an edit that needs no review. Returns the slug; empty for an
 * answer.
 */
export async function rollBack(tx: Tx, actor: Actor, rollback: Rollback): Promise<string> {
  return typeOfId(rollback.objectId) === 'tag'
    ? await rollBackTag(tx, actor, rollback)
    : await rollBackPost(tx, actor, rollback)
}

async function rollBackTag(tx: Tx, actor: Actor, rollback: Rollback) {
  const { objectId, version, summary: edit_summary } = rollback
  const tag = await getVisibleTag(tx, actor, objectId)
  if (tag.isDeleted) fail('tag.not_found')
  const required = requiredReputation(tx.ctx.settings)
  assertAllowed(checkPrivilege(actor, 'tag.edit_without_review', required))
  const revision = await getRevision(tx, rollback)
  return await publishTagEdit(tx, actor, {
    tag_id: objectId,
    slug_name: revision.slugName,
    display_name: revision.title,
    original_text: revision.originalText,
    version,
    edit_summary,
    restoredVersion: revision.version ?? 0,
  })
}

async function rollBackPost(tx: Tx, actor: Actor, rollback: Rollback) {
  const { objectId, version, summary: edit_summary } = rollback
  const required = requiredReputation(tx.ctx.settings)
  const kind = typeOfId(objectId) === 'answer' ? 'answer' : 'question'
  const { isReviewed, isPending } = await assertEditable(tx, actor, objectId, tx.ctx.settings)
  if (isReviewed) assertAllowed(checkPrivilege(actor, `${kind}.edit_without_review`, required))
  const revision = await getRevision(tx, rollback)
  const edit = {
    id: objectId,
    content: revision.originalText,
    version,
    edit_summary,
    mention_username_list: [],
    restoredVersion: revision.version ?? 0,
  }
  if (kind === 'answer') {
    await publishAnswerEdit(tx, actor, edit)
    return ''
  }
  const tagInputs = await resolveTagInputs(tx, objectId, revision.tags)
  const question = { ...edit, title: revision.title, tags: tagInputs }
  return await publishQuestionEdit(tx, actor, question, { isPending })
}

async function getRevision(tx: Tx, { objectId, revisionId }: Rollback) {
  const [revision] = await tx
    .select()
    .from(revisions)
    .where(
      and(
        eq(revisions.id, revisionId),
        eq(revisions.objectId, objectId),
        isNotNull(revisions.version),
      ),
    )
  return revision ?? fail('revision.not_found')
}

async function resolveTagInputs(tx: Tx, questionId: string, restored: readonly string[]) {
  const existing = await tx
    .select({ slugName: tags.slugName })
    .from(tags)
    .where(and(inArray(tags.slugName, [...restored]), eq(tags.isDeleted, false)))
  const current = await listQuestionTags(tx, questionId)
  const chosen = chooseTags({
    restored,
    existing: existing.map(({ slugName }) => slugName),
    current: current.map(({ slugName }) => slugName),
  })
  return chosen.map((slug_name) => ({ slug_name, display_name: '', original_text: '' }))
}
