import { tagSlug } from '@stoa/markdown/slug'
import { asc, inArray, sql } from 'drizzle-orm'
import { failField } from '../../kernel/errors.ts'
import { type Actor, must, type RequiredReputation } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import { canCreateTag } from './tags.rules.ts'
import { tags } from './tags.table.ts'

export type TagWish = { slug_name: string; display_name: string; original_text: string }

/** The tags chosen, a synonym taken as the tag it stands for; those that do not exist yet are created. */
export async function resolveTags(
  tx: Tx,
  who: Actor,
  wishes: readonly TagWish[],
  required: RequiredReputation,
): Promise<string[]> {
  const slugs = toSlugs(wishes)
  const existing = await findBySlugs(tx, slugs)
  const missing = slugs.filter((slug) => !existing.some((tag) => tag.slugName === slug))
  if (missing.length > 0) must(canCreateTag(who, required))
  const created = missing.length === 0 ? [] : await createTags(tx, who, wishes, missing)
  const ids = slugs.flatMap((slug) => {
    const tag = [...existing, ...created].find(({ slugName }) => slugName === slug)
    return tag === undefined ? [] : [tag.mainTagId ?? tag.id]
  })
  return [...new Set(ids)]
}

/** The slugs of what was typed, each once. */
export function toSlugs(wishes: readonly TagWish[]) {
  const slugs = wishes.map((wish) => tagSlug(wish.slug_name))
  if (slugs.includes('')) failField('tags', 'base.request_format_error')
  return [...new Set(slugs)]
}

async function createTags(
  tx: Tx,
  who: Actor,
  wishes: readonly TagWish[],
  missing: readonly string[],
) {
  const rows = missing.toSorted().map((slug) => {
    const wish = wishes.find((one) => tagSlug(one.slug_name) === slug)
    return {
      slugName: slug,
      displayName: wish?.display_name.trim() || wish?.slug_name.trim() || slug,
      createdBy: who.id,
      createdAt: tx.now,
    }
  })
  await tx.insert(tags).values(rows).onConflictDoNothing()
  // Read again rather than `returning`: another person may have created the same tag a moment ago.
  return await findBySlugs(tx, missing)
}

async function findBySlugs(tx: Tx, slugs: readonly string[]) {
  return await tx
    .select({ id: tags.id, slugName: tags.slugName, mainTagId: tags.mainTagId })
    .from(tags)
    .where(inArray(tags.slugName, [...slugs]))
}

/** Moves the question counts. Rows are locked in the order of their ids, so that two writers cannot wait for each other. */
export async function addToQuestionCounts(tx: Tx, tagIds: readonly string[], delta: number) {
  const locked = await tx
    .select({ id: tags.id })
    .from(tags)
    .where(inArray(tags.id, [...tagIds]))
    .orderBy(asc(tags.id))
    .for('no key update')
  await tx
    .update(tags)
    .set({ questionCount: sql`${tags.questionCount} + ${delta}` })
    .where(
      inArray(
        tags.id,
        locked.map(({ id }) => id),
      ),
    )
}
