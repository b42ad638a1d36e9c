import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import { follows } from '../../../schema/follows.ts'
import { ignoredTags } from '../../../schema/ignored-tags.ts'
import { findTagIds, lockTag, unfollowTags } from '../follows/follows.actions.ts'
import { lockTagging } from '../tags/tags.actions.ts'
import { canIgnoreTag } from './ignored-tags.rules.ts'

/** Ignores a tag or stops ignoring it; for a synonym, its main tag. Idempotent. */
export async function ignoreTag(tx: Tx, actor: Actor, input: { tagId: string; isOn: boolean }) {
  await lockIgnoredTags(tx, actor)
  await lockTagging(tx, 'shared')
  const tagId = await lockTag(tx, input.tagId)
  const ignored = await findIgnoredIds(tx, actor.id)
  if (input.isOn === ignored.has(tagId)) return
  if (input.isOn) {
    assertAllowed(canIgnoreTag(ignored.size))
    await addIgnored(tx, actor.id, [tagId])
  } else await removeIgnored(tx, actor.id, [tagId])
}

export async function replaceIgnoredTags(tx: Tx, actor: Actor, names: readonly string[]) {
  await lockIgnoredTags(tx, actor)
  await lockTagging(tx, 'shared')
  const wanted = await findTagIds(tx, names)
  const current = await findIgnoredIds(tx, actor.id)
  await removeIgnored(
    tx,
    actor.id,
    [...current].filter((id) => !wanted.has(id)),
  )
  await addIgnored(
    tx,
    actor.id,
    [...wanted].filter((id) => !current.has(id)),
  )
}

/** Serializes requests of a user, so that two sets never mix and the number is exact. */
async function lockIgnoredTags(tx: Tx, actor: Actor) {
  const lockName = `ignored tags of ${actor.id}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`)
}

async function findIgnoredIds(tx: Tx, userId: string) {
  const rows = await tx
    .select({ id: ignoredTags.tagId })
    .from(ignoredTags)
    .where(eq(ignoredTags.userId, userId))
  return new Set(rows.map(({ id }) => id))
}

async function addIgnored(tx: Tx, userId: string, tagIds: readonly string[]) {
  if (tagIds.length === 0) return
  await unfollowTags(tx, userId, tagIds)
  await tx
    .insert(ignoredTags)
    .values(tagIds.map((tagId) => ({ userId, tagId, createdAt: tx.now })))
    .onConflictDoNothing()
}

async function removeIgnored(tx: Tx, userId: string, tagIds: readonly string[]) {
  if (tagIds.length === 0) return
  await tx
    .delete(ignoredTags)
    .where(and(eq(ignoredTags.userId, userId), inArray(ignoredTags.tagId, [...tagIds])))
}

export async function deleteIgnoredTagsOf(tx: Tx, userId: string) {
  await tx.delete(ignoredTags).where(eq(ignoredTags.userId, userId))
}

/** Followers of the other tag, who have been moved before, keep following it. */
export async function moveIgnoredTags(tx: Tx, fromId: string, intoId: string) {
  await tx.execute(sql`
    insert into ${ignoredTags} (user_id, tag_id, created_at)
    select user_id, ${intoId}::bigint, created_at from ${ignoredTags} where tag_id = ${fromId}
    on conflict do nothing`)
  await tx.execute(sql`
    delete from ${ignoredTags} where tag_id = ${fromId} or tag_id = ${intoId} and exists (
      select from ${follows} where ${follows.userId} = ${ignoredTags.userId} and ${follows.objectId} = ${intoId})`)
}
