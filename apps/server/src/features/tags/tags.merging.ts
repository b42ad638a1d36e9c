import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { fail } from '../../kernel/errors.ts'
import { type Actor, must, type RequiredReputation } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import { follows } from '../posts/follows.table.ts'
import { questions, questionTags } from '../posts/posts.table.ts'
import { isListed } from '../posts/posts.visibility.ts'
import { tags } from '../posts/tags.table.ts'
import { lockTagging } from './tags.actions.ts'
import { canSetSynonyms } from './tags.rules.ts'
import { insertTags, type TagTexts, toWrittenTag } from './tags.writing.ts'

type Policy = { required: RequiredReputation; siteUrl: string }

/** Sets all names that stand for a tag: new ones give it their questions, left ones are tags of their own again. */
export async function setSynonyms(
  tx: Tx,
  who: Actor,
  wish: { tag_id: string; synonym_tag_list: readonly TagTexts[] },
  policy: Policy,
) {
  must(canSetSynonyms(who, policy.required))
  await lockTagging(tx, 'alone')
  const mainId = await mainIdOf(tx, wish.tag_id)
  const named = await idsOf(tx, who, wish.synonym_tag_list, policy.siteUrl)
  if (named.includes(mainId)) fail('tag.own_synonym')
  const before = await tx.select({ id: tags.id }).from(tags).where(eq(tags.mainTagId, mainId))
  const known = before.map(({ id }) => id)
  await lockTags(tx, [mainId, ...named, ...known])
  const left = known.filter((id) => !named.includes(id))
  if (left.length > 0) await tx.update(tags).set({ mainTagId: null }).where(inArray(tags.id, left))
  const added = named.filter((id) => !known.includes(id))
  if (added.length > 0) await turnInto(tx, who, added, mainId)
}

/** Turns a tag, with its synonyms, into synonyms of another. */
export async function mergeTags(tx: Tx, who: Actor, sourceId: string, targetId: string) {
  await lockTagging(tx, 'alone')
  const intoId = await mainIdOf(tx, targetId)
  const fromId = await mainIdOf(tx, sourceId)
  if (fromId === intoId) fail('tag.own_synonym')
  await lockTags(tx, [intoId, fromId])
  await turnInto(tx, who, [fromId], intoId)
}

/** Gives the questions, followers and synonyms of some tags to another, whose synonyms they become. */
async function turnInto(tx: Tx, who: Actor, fromIds: readonly string[], intoId: string) {
  const from = inArray(questionTags.tagId, [...fromIds])
  await tx.execute(sql`
    insert into ${questionTags} (question_id, tag_id, position, asked_at)
    select distinct on (question_id) question_id, ${intoId}::bigint, position, asked_at
    from ${questionTags} where ${from} order by question_id, position
    on conflict do nothing`)
  await tx.delete(questionTags).where(from)
  const followed = inArray(follows.objectId, [...fromIds])
  await tx.execute(sql`
    insert into ${follows} (user_id, object_id, created_at)
    select distinct on (user_id) user_id, ${intoId}::bigint, created_at
    from ${follows} where ${followed} order by user_id, created_at
    on conflict do nothing`)
  await tx.delete(follows).where(followed)
  await tx
    .update(tags)
    .set({ mainTagId: intoId })
    .where(or(inArray(tags.id, [...fromIds]), inArray(tags.mainTagId, [...fromIds])))
  await recount(tx, [...fromIds, intoId])
  for (const tagId of fromIds) await tx.emit('tag.merged', { tagId, intoId, userId: who.id })
}

/** Counts anew what has these tags. They are locked, so nothing can join or leave meanwhile. */
async function recount(tx: Tx, tagIds: readonly string[]) {
  await tx
    .update(tags)
    .set({
      questionCount: sql`(select count(*) from ${questionTags} join ${questions} on ${questions.id} = ${questionTags.questionId} where ${questionTags.tagId} = ${tags.id} and ${isListed()})`,
      followCount: sql`(select count(*) from ${follows} where ${follows.objectId} = ${tags.id})`,
    })
    .where(inArray(tags.id, [...tagIds]))
}

/** The tag itself, or the one it stands for. */
async function mainIdOf(tx: Tx, tagId: string) {
  const [tag] = await tx
    .select({ id: tags.id, mainTagId: tags.mainTagId })
    .from(tags)
    .where(and(eq(tags.id, tagId), eq(tags.isDeleted, false)))
  return tag === undefined ? fail('tag.not_found') : (tag.mainTagId ?? tag.id)
}

/** The tags with these names, as they are: a synonym is not taken for the tag it stands for. */
async function idsOf(tx: Tx, who: Actor, wishes: readonly TagTexts[], siteUrl: string) {
  if (wishes.length === 0) return []
  const field = 'synonym_tag_list'
  const written = []
  for (const wish of wishes) written.push(await toWrittenTag(tx, who, wish, { field, siteUrl }))
  const bySlug = new Map(written.map((tag) => [tag.slugName, tag]))
  const slugs = [...bySlug.keys()].toSorted()
  await insertTags(
    tx,
    who,
    slugs.flatMap((slug) => bySlug.get(slug) ?? []),
  )
  const found = await tx.select({ id: tags.id }).from(tags).where(inArray(tags.slugName, slugs))
  return found.map(({ id }) => id)
}

/** Who follows, edits or deletes one of them waits. */
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
