import { tagSlug } from '@stoa/markdown/slug'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { failField } from '../../kernel/errors.ts'
import { type Actor, must, type RequiredReputation } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import { canCreateTag } from './tags.rules.ts'
import { insertTags, type TagTexts, toTagColumns } from './tags.writing.ts'
import { questionTags } from '../posts/posts.table.ts'
import { tags } from '../posts/tags.table.ts'

export type TagWish = TagTexts

export type ChosenTag = { id: string; slugName: string }

/** The tags chosen, a synonym taken as the tag it stands for; those that do not exist yet are created. */
export async function resolveTags(
  tx: Tx,
  who: Actor,
  wishes: readonly TagWish[],
  policy: { required: RequiredReputation; siteUrl: string },
): Promise<ChosenTag[]> {
  const slugs = toSlugs(wishes)
  const existing = await findBySlugs(tx, slugs)
  const missing = slugs.filter((slug) => !existing.some((tag) => tag.written === slug))
  if (missing.length > 0) must(canCreateTag(who, policy.required))
  const created =
    missing.length === 0 ? [] : await createTags(tx, who, { wishes, missing }, policy.siteUrl)
  const found = new Map([...existing, ...created].map((tag) => [tag.written, tag]))
  const chosen = new Map<string, ChosenTag>()
  for (const slug of slugs) {
    const tag = found.get(slug)
    if (tag !== undefined) chosen.set(tag.id, { id: tag.id, slugName: tag.slugName })
  }
  return [...chosen.values()]
}

/** The slugs of what was typed, each once. */
function toSlugs(wishes: readonly TagWish[]) {
  const slugs = wishes.map((wish) => tagSlug(wish.slug_name))
  if (slugs.includes('')) failField('tags', 'base.request_format_error')
  return [...new Set(slugs)]
}

async function createTags(
  tx: Tx,
  who: Actor,
  { wishes, missing }: { wishes: readonly TagWish[]; missing: readonly string[] },
  siteUrl: string,
) {
  const columns = wishes.map((wish) => toTagColumns('tags', wish, siteUrl))
  // Of two ways to write one name, the first counts.
  const bySlug = new Map(columns.toReversed().map((tag) => [tag.slugName, tag]))
  // In the order of their names: two people who create the same tags must not wait for each other.
  const wanted = missing.toSorted().flatMap((slug) => bySlug.get(slug) ?? [])
  await insertTags(tx, who.id, wanted)
  // Read again rather than `returning`: another person may have created the same tag a moment ago.
  return await findBySlugs(tx, missing)
}

async function findBySlugs(tx: Tx, slugs: readonly string[]) {
  const rows = await shareTags(tx, inArray(tags.slugName, [...slugs]))
  const mains = await mainsOf(tx, rows)
  return rows.map((row) => ({ written: row.slugName, ...(mains.get(row.mainTagId ?? '') ?? row) }))
}

/** The tags that synonyms stand for, by the id each synonym names. */
async function mainsOf(tx: Tx, synonyms: readonly SharedTag[]): Promise<Map<string, SharedTag>> {
  const ids = synonyms.flatMap(({ mainTagId }) => mainTagId ?? [])
  if (ids.length === 0) return new Map()
  const mains = await shareTags(tx, inArray(tags.id, ids))
  // One that was merged between the two looks stands for another itself by now.
  const further = await mainsOf(tx, mains)
  return new Map(mains.map((main) => [main.id, further.get(main.mainTagId ?? '') ?? main]))
}

type SharedTag = { id: string; slugName: string; mainTagId: string | null }

/**
 * Tags that are about to stand on a question: whoever merges or deletes one of them waits, and one that was merged
 * just now says so. Not joined with the main tag, because a join would still show the state before that.
 */
async function shareTags(tx: Tx, which: SQL): Promise<SharedTag[]> {
  return await tx
    .select({ id: tags.id, slugName: tags.slugName, mainTagId: tags.mainTagId })
    .from(tags)
    .where(and(which, eq(tags.isDeleted, false)))
    .orderBy(asc(tags.id))
    .for('key share')
}

/** The tags of a locked question, in their order. They are held: whoever merges or deletes one of them waits. */
export async function holdTagsOf(tx: Tx, questionId: string): Promise<ChosenTag[]> {
  const isOfQuestion = eq(questionTags.questionId, questionId)
  const ids = tx.select({ id: questionTags.tagId }).from(questionTags).where(isOfQuestion)
  const held = await shareTags(tx, inArray(tags.id, ids))
  const rows = await tx
    .select({ id: tags.id, slugName: tags.slugName })
    .from(questionTags)
    .innerJoin(tags, eq(tags.id, questionTags.tagId))
    .where(isOfQuestion)
    .orderBy(asc(questionTags.position))
  // One that was merged while this waited has given the question to another.
  const areHeld = rows.every(({ id }) => held.some((tag) => tag.id === id))
  return areHeld ? rows : await holdTagsOf(tx, questionId)
}

/**
 * Moves how many listed questions tags have. All rows are locked at once and in the order of their ids, so that two
 * writers cannot wait for each other.
 */
export async function moveQuestionCounts(
  tx: Tx,
  { up = [], down = [] }: { up?: readonly string[]; down?: readonly string[] },
) {
  const ids = [...up, ...down]
  if (ids.length === 0) return
  await tx
    .select({ id: tags.id })
    .from(tags)
    .where(inArray(tags.id, ids))
    .orderBy(asc(tags.id))
    .for('no key update')
  const step =
    down.length === 0 ? sql`1` : sql`case when ${inArray(tags.id, [...down])} then -1 else 1 end`
  await tx
    .update(tags)
    .set({ questionCount: sql`${tags.questionCount} + ${step}` })
    .where(inArray(tags.id, ids))
}
