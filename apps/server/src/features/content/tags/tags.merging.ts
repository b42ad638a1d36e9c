import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed, requiredReputation } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import { follows } from '../../../schema/follows.ts'
import { questions, questionTags } from '../../../schema/posts.ts'
import { isListed } from '../shared/posts.visibility.ts'
import { tags } from '../../../schema/tags.ts'
import { lockTagging } from './tags.actions.ts'
import { canSetSynonyms } from './tags.rules.ts'
import { insertTags, type TagInput, renderTag } from './tags.writing.ts'

/** Replaces the synonyms of a tag. New ones are merged into it, removed ones become tags again. */
export async function setSynonyms(
  tx: Tx,
  actor: Actor,
  input: { tag_id: string; synonym_tag_list: readonly TagInput[] },
) {
  assertAllowed(canSetSynonyms(actor, requiredReputation(tx.ctx.settings)))
  await lockTagging(tx, 'exclusive')
  const mainId = await getMainTagId(tx, input.tag_id)
  const synonymIds = await getOrCreateTagIds(tx, actor, input.synonym_tag_list)
  if (synonymIds.includes(mainId)) fail('tag.own_synonym')
  const previous = await tx.select({ id: tags.id }).from(tags).where(eq(tags.mainTagId, mainId))
  const previousIds = previous.map(({ id }) => id)
  await lockTags(tx, [mainId, ...synonymIds, ...previousIds])
  const removed = previousIds.filter((id) => !synonymIds.includes(id))
  if (removed.length > 0) {
    await tx.update(tags).set({ mainTagId: null }).where(inArray(tags.id, removed))
    await tx.emit('tag.synonyms_removed', { tagId: mainId, userId: actor.id })
  }
  const added = synonymIds.filter((id) => !previousIds.includes(id))
  if (added.length > 0) await mergeInto(tx, actor, added, mainId)
}

/** The source and its synonyms become synonyms of the target. */
export async function mergeTags(tx: Tx, actor: Actor, sourceId: string, targetId: string) {
  await lockTagging(tx, 'exclusive')
  const intoId = await getMainTagId(tx, targetId)
  const fromId = await getMainTagId(tx, sourceId)
  if (fromId === intoId) fail('tag.own_synonym')
  await lockTags(tx, [intoId, fromId])
  await mergeInto(tx, actor, [fromId], intoId)
}

/** Moves questions, followers and synonyms, and makes the source tags synonyms. */
async function mergeInto(tx: Tx, actor: Actor, fromIds: readonly string[], intoId: string) {
  const hasSourceTag = inArray(questionTags.tagId, [...fromIds])
  await tx.execute(sql`
    insert into ${questionTags} (question_id, tag_id, position, asked_at)
    select distinct on (question_id) question_id, ${intoId}::bigint, position, asked_at
    from ${questionTags} where ${hasSourceTag} order by question_id, position
    on conflict do nothing`)
  await tx.delete(questionTags).where(hasSourceTag)
  const followsSource = inArray(follows.objectId, [...fromIds])
  await tx.execute(sql`
    insert into ${follows} (user_id, object_id, level, created_at)
    select distinct on (user_id) user_id, ${intoId}::bigint, level, created_at
    from ${follows} where ${followsSource} order by user_id, created_at
    on conflict do nothing`)
  await tx.delete(follows).where(followsSource)
  await tx
    .update(tags)
    .set({ mainTagId: intoId })
    .where(or(inArray(tags.id, [...fromIds]), inArray(tags.mainTagId, [...fromIds])))
  await recountTags(tx, [...fromIds, intoId])
  for (const tagId of fromIds) await tx.emit('tag.merged', { tagId, intoId, userId: actor.id })
}

/** Requires the lock on the tags. */
async function recountTags(tx: Tx, tagIds: readonly string[]) {
  await tx
    .update(tags)
    .set({
      questionCount: sql`(select count(*) from ${questionTags} join ${questions} on ${questions.id} = ${questionTags.questionId} where ${questionTags.tagId} = ${tags.id} and ${isListed()})`,
      followCount: sql`(select count(*) from ${follows} where ${follows.objectId} = ${tags.id})`,
    })
    .where(inArray(tags.id, [...tagIds]))
}

async function getMainTagId(tx: Tx, tagId: string) {
  const [tag] = await tx
    .select({ id: tags.id, mainTagId: tags.mainTagId })
    .from(tags)
    .where(and(eq(tags.id, tagId), eq(tags.isDeleted, false)))
  return tag === undefined ? fail('tag.not_found') : (tag.mainTagId ?? tag.id)
}

/** Does not resolve synonyms. */
async function getOrCreateTagIds(tx: Tx, actor: Actor, inputs: readonly TagInput[]) {
  if (inputs.length === 0) return []
  const rendered = []
  for (const input of inputs) rendered.push(await renderTag(tx, actor, input, 'synonym_tag_list'))
  const bySlug = new Map(rendered.map((tag) => [tag.slugName, tag]))
  const slugs = [...bySlug.keys()].toSorted()
  await insertTags(
    tx,
    actor,
    slugs.flatMap((slug) => bySlug.get(slug) ?? []),
  )
  const found = await tx.select({ id: tags.id }).from(tags).where(inArray(tags.slugName, slugs))
  return found.map(({ id }) => id)
}

/** Blocks following, editing and deleting the tags. */
async function lockTags(tx: Tx, tagIds: readonly string[]) {
  const ids = [...new Set(tagIds)]
  const locked = await tx
    .select({ id: tags.id })
    .from(tags)
    .where(and(inArray(tags.id, ids), eq(tags.isDeleted, false)))
    .orderBy(asc(tags.id))
    .for('update')
  if (locked.length !== ids.length) fail('tag.not_found')
}
