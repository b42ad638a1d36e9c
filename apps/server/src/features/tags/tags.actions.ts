import { tagSlug } from '@stoa/markdown/slug'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { failField } from '../../kernel/errors.ts'
import { type Actor, must, type RequiredReputation } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import { canCreateTag, type TagPolicy } from './tags.rules.ts'
import { insertTags, type TagTexts, toWrittenTag } from './tags.writing.ts'
import { questionTags } from '../posts/posts.table.ts'
import { tags } from '../posts/tags.table.ts'

export type TagWish = TagTexts

export type ChosenTag = { id: string; slugName: string }

/** The tags chosen, a synonym taken as the tag it stands for; those that do not exist yet are created. Under `lockTagging`. */
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

/**
 * The policy for these tags. Recommended tags that are deleted, synonyms or were never created cannot be asked for;
 * which ones those are is read only where it decides.
 */
export async function policyFor(tx: Tx, slugs: readonly string[], policy: TagPolicy) {
  const { recommended, isRecommendedRequired } = policy
  const decides = isRecommendedRequired && !slugs.some((slug) => recommended.includes(slug))
  if (!decides || recommended.length === 0) return policy
  const usable = await tx
    .select({ slugName: tags.slugName })
    .from(tags)
    .where(
      and(
        inArray(tags.slugName, [...recommended]),
        eq(tags.isDeleted, false),
        isNull(tags.mainTagId),
      ),
    )
  return { ...policy, recommended: usable.map(({ slugName }) => slugName) }
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
  const written = []
  for (const wish of wishes)
    written.push(await toWrittenTag(tx, who, wish, { field: 'tags', siteUrl }))
  // Of two ways to write one name, the first counts.
  const bySlug = new Map(written.toReversed().map((tag) => [tag.slugName, tag]))
  // In the order of their names: two people who create the same tags must not wait for each other.
  const wanted = missing.toSorted().flatMap((slug) => bySlug.get(slug) ?? [])
  await insertTags(tx, who, wanted)
  // Read again rather than `returning`: another person may have created the same tag a moment ago.
  return await findBySlugs(tx, missing)
}

/** By the name that was written; a synonym as the tag it stands for. Whoever deletes one of them waits. */
async function findBySlugs(tx: Tx, slugs: readonly string[]) {
  const main = alias(tags, 'main')
  return await tx
    .select({
      written: tags.slugName,
      id: sql<string>`coalesce(${main.id}, ${tags.id})`.mapWith(String),
      slugName: sql<string>`coalesce(${main.slugName}, ${tags.slugName})`,
    })
    .from(tags)
    .leftJoin(main, eq(main.id, tags.mainTagId))
    .where(and(inArray(tags.slugName, [...slugs]), eq(tags.isDeleted, false)))
    .orderBy(asc(tags.id))
    .for('key share', { of: tags })
}

/** An arbitrary number that no other lock of ours has. */
const taggingLock = 5_471_103

/**
 * Taken before a question gets or loses tags, and alone by whoever merges tags: both lock several of them and could
 * else wait for each other in a circle, or count a question where it no longer is.
 */
export async function lockTagging(tx: Tx, mode: 'shared' | 'alone') {
  const lock = mode === 'shared' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`
  await tx.execute(sql`select ${lock}(${taggingLock})`)
}

/** The tags of a question, in their order. */
export async function tagsOf(tx: Tx, questionId: string): Promise<ChosenTag[]> {
  return await tx
    .select({ id: tags.id, slugName: tags.slugName })
    .from(questionTags)
    .innerJoin(tags, eq(tags.id, questionTags.tagId))
    .where(eq(questionTags.questionId, questionId))
    .orderBy(asc(questionTags.position))
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
