import { tagSlug } from '@stoa/markdown/slug'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { failField } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed, isStaff, requiredReputation } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import { canCreateTag, type TagPolicy } from './tags.rules.ts'
import { tagPolicyOf } from './tags.settings.ts'
import { insertTags, type TagInput, renderTag } from './tags.writing.ts'
import { questionTags } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'

export type QuestionTagInput = TagInput

export type ChosenTag = { id: string; slugName: string }
type FoundTag = ChosenTag & { requestedSlug: string }

/** Resolves synonyms and creates missing tags. Requires `lockTagging`. */
export async function resolveTags(
  tx: Tx,
  actor: Actor,
  inputs: readonly TagInput[],
): Promise<ChosenTag[]> {
  const slugs = toSlugs(inputs)
  const existing = await findBySlugs(tx, slugs)
  const missing = slugs.filter((slug) => !existing.some((tag) => tag.requestedSlug === slug))
  const created = missing.length === 0 ? [] : await createTags(tx, actor, inputs, missing)
  return inOrder(slugs, [...existing, ...created])
}

/** Without repetitions: two names may be synonyms of one tag. */
function inOrder(slugs: readonly string[], found: readonly FoundTag[]): ChosenTag[] {
  const byRequestedSlug = new Map(found.map((tag) => [tag.requestedSlug, tag]))
  const chosen = new Map<string, ChosenTag>()
  for (const slug of slugs) {
    const tag = byRequestedSlug.get(slug)
    if (tag !== undefined) chosen.set(tag.id, { id: tag.id, slugName: tag.slugName })
  }
  return [...chosen.values()]
}

/** For suggestions: slugs of existing tags, and the names of tags that the actor may create. Creates and locks none. */
export async function resolveTagNames(
  tx: Tx,
  actor: Actor,
  inputs: readonly TagInput[],
): Promise<string[]> {
  const slugs = toSlugs(inputs)
  const main = alias(tags, 'main')
  const existing = await tx
    .select({
      slugName: tags.slugName,
      mainSlug: sql<string>`coalesce(${main.slugName}, ${tags.slugName})`,
      isDeleted: tags.isDeleted,
    })
    .from(tags)
    .leftJoin(main, eq(main.id, tags.mainTagId))
    .where(inArray(tags.slugName, slugs))
  const names = slugs.map((slug) => {
    const tag = existing.find(({ slugName }) => slugName === slug)
    if (tag?.isDeleted === true) failField('tags', 'tag.deleted', { name: slug })
    if (tag !== undefined) return tag.mainSlug
    assertAllowed(canCreateTag(actor, requiredReputation(tx.ctx.settings)))
    const input = inputs.find(({ slug_name }) => tagSlug(slug_name) === slug)
    return input === undefined ? slug : toTagName(input)
  })
  return [...new Set(names)]
}

/** One text for both names of a tag: the display name, unless its slug is another one. */
export function toTagName({ slug_name, display_name }: TagInput) {
  return tagSlug(display_name) === tagSlug(slug_name) ? display_name : slug_name
}

/** `newTags` do not exist yet: publishing a pending question creates them. Slugs are those of both. */
type TagChoice = { chosen: ChosenTag[]; newTags: TagInput[]; slugs: string[] }

/** For a pending question, missing tags are not created. Requires `lockTagging`. */
export async function chooseTags(
  tx: Tx,
  actor: Actor,
  inputs: readonly TagInput[],
  { isPending }: { isPending: boolean },
): Promise<TagChoice> {
  const { existing: chosen, missing: newTags } = isPending
    ? await findExistingTags(tx, actor, inputs)
    : { existing: await resolveTags(tx, actor, inputs), missing: [] }
  const newSlugs = newTags.map(({ slug_name }) => tagSlug(slug_name))
  return { chosen, newTags, slugs: [...chosen.map(({ slugName }) => slugName), ...newSlugs] }
}

async function findExistingTags(tx: Tx, actor: Actor, inputs: readonly TagInput[]) {
  const slugs = toSlugs(inputs)
  const found = await findBySlugs(tx, slugs)
  const missing = inputs.filter(
    (input) => !found.some(({ requestedSlug }) => requestedSlug === tagSlug(input.slug_name)),
  )
  if (missing.length > 0) await assertCreatable(tx, actor, missing)
  return { existing: inOrder(slugs, found), missing }
}

async function assertCreatable(tx: Tx, actor: Actor, inputs: readonly TagInput[]) {
  assertAllowed(canCreateTag(actor, requiredReputation(tx.ctx.settings)))
  for (const input of inputs) await renderTag(tx, actor, input, 'tags')
  if (isStaff(actor)) return
  const slugs = toSlugs(inputs)
  const [deleted] = await tx
    .select({ slugName: tags.slugName })
    .from(tags)
    .where(and(inArray(tags.slugName, slugs), eq(tags.isDeleted, true)))
    .limit(1)
  if (deleted !== undefined) failField('tags', 'tag.deleted', { name: deleted.slugName })
}

/**
 * Leaves out recommended tags that cannot be used: deleted ones, synonyms and tags that do not exist. Queries them only
 * when they matter.
 */
export async function resolveTagPolicy(tx: Tx, slugs: readonly string[]): Promise<TagPolicy> {
  const policy = tagPolicyOf(tx.ctx.settings)
  const { recommended, isRecommendedRequired } = policy
  const isMissingRecommended =
    isRecommendedRequired && !slugs.some((slug) => recommended.includes(slug))
  if (!isMissingRecommended || recommended.length === 0) return policy
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

function toSlugs(inputs: readonly TagInput[]) {
  const slugs = inputs.map((input) => tagSlug(input.slug_name))
  if (slugs.includes('')) failField('tags', 'base.request_format_error')
  return [...new Set(slugs)]
}

async function createTags(
  tx: Tx,
  actor: Actor,
  inputs: readonly TagInput[],
  missing: readonly string[],
) {
  assertAllowed(canCreateTag(actor, requiredReputation(tx.ctx.settings)))
  const rendered = []
  for (const input of inputs) rendered.push(await renderTag(tx, actor, input, 'tags'))
  // Of several inputs with the same slug, the first wins.
  const bySlug = new Map(rendered.toReversed().map((tag) => [tag.slugName, tag]))
  // Sorted, to prevent deadlocks between users who create the same tags.
  const newTags = missing.toSorted().flatMap((slug) => bySlug.get(slug) ?? [])
  await insertTags(tx, actor, newTags)
  // Read again instead of `returning`: a concurrent request may have created the same tag.
  return await findBySlugs(tx, missing)
}

/** Resolves synonyms. The key share lock blocks deletion of the tags. */
async function findBySlugs(tx: Tx, slugs: readonly string[]) {
  const main = alias(tags, 'main')
  return await tx
    .select({
      requestedSlug: tags.slugName,
      id: sql<string>`coalesce(${main.id}, ${tags.id})`.mapWith(String),
      slugName: sql<string>`coalesce(${main.slugName}, ${tags.slugName})`,
    })
    .from(tags)
    .leftJoin(main, eq(main.id, tags.mainTagId))
    .where(and(inArray(tags.slugName, [...slugs]), eq(tags.isDeleted, false)))
    .orderBy(asc(tags.id))
    .for('key share', { of: tags })
}

/** Unique among our advisory locks. */
const taggingLock = 5_471_103

/**
 * Shared for changes of a question's tags, exclusive for merging tags. Without it they could deadlock, or count a
 * question for a tag it no longer has.
 */
export async function lockTagging(tx: Tx, mode: 'shared' | 'exclusive') {
  const lock = mode === 'shared' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`
  await tx.execute(sql`select ${lock}(${taggingLock})`)
}

export async function listQuestionTags(tx: Tx, questionId: string): Promise<ChosenTag[]> {
  return await tx
    .select({ id: tags.id, slugName: tags.slugName })
    .from(questionTags)
    .innerJoin(tags, eq(tags.id, questionTags.tagId))
    .where(eq(questionTags.questionId, questionId))
    .orderBy(asc(questionTags.position))
}

/** Tags that stay the same until the end of the transaction, for counting. */
export async function listTagIds(tx: Tx, questionId: string): Promise<string[]> {
  await lockTagging(tx, 'shared')
  return (await listQuestionTags(tx, questionId)).map(({ id }) => id)
}

/** Counts listed questions only. Locks all rows at once in order of id, to prevent deadlocks. */
export async function updateQuestionCounts(
  tx: Tx,
  {
    increment = [],
    decrement = [],
  }: { increment?: readonly string[]; decrement?: readonly string[] },
) {
  const ids = [...increment, ...decrement]
  if (ids.length === 0) return
  await tx
    .select({ id: tags.id })
    .from(tags)
    .where(inArray(tags.id, ids))
    .orderBy(asc(tags.id))
    .for('no key update')
  const step =
    decrement.length === 0
      ? sql`1`
      : sql`case when ${inArray(tags.id, [...decrement])} then -1 else 1 end`
  await tx
    .update(tags)
    .set({ questionCount: sql`${tags.questionCount} + ${step}` })
    .where(inArray(tags.id, ids))
}
