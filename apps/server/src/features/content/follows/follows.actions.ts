import { typeOfId } from '@stoa/contract/ids'
import { tagSlug } from '@stoa/markdown/slug'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import { getPost } from '../shared/posts.queries.ts'
import { questions } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { follows } from '../../../schema/follows.ts'
import { ignoredTags } from '../../../schema/ignored-tags.ts'
import { lockTagging } from '../tags/tags.actions.ts'

// Questions and tags are locked before the rows in follows, to prevent deadlocks.

type FollowInput = { objectId: string; isOn: boolean }

/** Follows or unfollows a question or a tag and returns its id; for a synonym, the id of its main tag. */
export async function follow(tx: Tx, actor: Actor, { objectId, isOn }: FollowInput) {
  if (typeOfId(objectId) === 'tag') {
    await lockTagging(tx, 'shared')
    const tagId = await lockTag(tx, objectId)
    await setFollows(tx, { table: tags, userId: actor.id, isOn }, [tagId])
    return tagId
  }
  const post = await getPost(tx, actor, objectId, { forUpdate: true })
  if (isOn && post.isDeleted) fail('object.already_deleted')
  await setFollows(tx, { table: questions, userId: actor.id, isOn }, [post.id])
  return post.id
}

export async function lockTag(tx: Tx, id: string) {
  const main = sql`(select coalesce(requested.main_tag_id, requested.id) from tags requested
    where requested.id = ${id} and not requested.is_deleted)`
  const [tag] = await tx
    .select({ id: tags.id })
    .from(tags)
    .where(eq(tags.id, main))
    .for('no key update')
  return tag?.id ?? fail('tag.not_found')
}

/** Replaces the followed tags. The advisory lock serializes requests of a user, so that two sets never mix. */
export async function followTags(tx: Tx, actor: Actor, names: readonly string[]) {
  const lockName = `followed tags of ${actor.id}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`)
  await lockTagging(tx, 'shared')
  const wanted = await findTagIds(tx, names)
  const current = await findFollowedIds(tx, actor.id)
  const added = [...wanted].filter((id) => !current.has(id))
  const removed = [...current].filter((id) => !wanted.has(id))
  await lockInOrder(tx, tags, [...added, ...removed])
  await setFollows(tx, { table: tags, userId: actor.id, isOn: true }, added)
  await setFollows(tx, { table: tags, userId: actor.id, isOn: false }, removed)
}

export async function findTagIds(tx: Tx, names: readonly string[]) {
  const slugs = [...new Set(names.map(tagSlug))]
  const rows = await tx
    .select({ id: sql<string>`coalesce(${tags.mainTagId}, ${tags.id})`.mapWith(String) })
    .from(tags)
    .where(and(inArray(tags.slugName, slugs), eq(tags.isDeleted, false)))
  return new Set(rows.map(({ id }) => id))
}

async function findFollowedIds(tx: Tx, userId: string) {
  const rows = await tx
    .select({ id: tags.id })
    .from(follows)
    .innerJoin(tags, eq(tags.id, follows.objectId))
    .where(eq(follows.userId, userId))
  return new Set(rows.map(({ id }) => id))
}

type Followable = typeof questions | typeof tags

async function lockInOrder(tx: Tx, table: Followable, ids: readonly string[]) {
  if (ids.length === 0) return
  await tx
    .select({ id: table.id })
    .from(table)
    .where(inArray(table.id, [...ids]))
    .orderBy(asc(table.id))
    .for('no key update')
}

/** Requires the lock on the objects. Updates the counts of those that changed. */
async function setFollows(
  tx: Tx,
  { table, userId, isOn }: { table: Followable; userId: string; isOn: boolean },
  objectIds: readonly string[],
) {
  if (objectIds.length === 0) return
  const changed = isOn
    ? await tx
        .insert(follows)
        .values(objectIds.map((objectId) => ({ userId, objectId, createdAt: tx.now })))
        .onConflictDoNothing()
        .returning({ objectId: follows.objectId })
    : await tx
        .delete(follows)
        .where(and(eq(follows.userId, userId), inArray(follows.objectId, [...objectIds])))
        .returning({ objectId: follows.objectId })
  if (changed.length === 0) return
  if (isOn && table === tags) await stopIgnoring(tx, userId, objectIds)
  const ids = changed.map(({ objectId }) => objectId)
  await tx
    .update(table)
    .set({ followCount: sql`${table.followCount} + ${isOn ? 1 : -1}` })
    .where(inArray(table.id, ids))
  for (const objectId of ids) await tx.emit('object.followed', { objectId, userId, isOn })
}

/** A followed tag is not ignored. */
async function stopIgnoring(tx: Tx, userId: string, tagIds: readonly string[]) {
  await tx
    .delete(ignoredTags)
    .where(and(eq(ignoredTags.userId, userId), inArray(ignoredTags.tagId, [...tagIds])))
}

export async function unfollowTags(tx: Tx, userId: string, tagIds: readonly string[]) {
  await lockInOrder(tx, tags, tagIds)
  await setFollows(tx, { table: tags, userId, isOn: false }, tagIds)
}

export async function unfollowAll(tx: Tx, userId: string) {
  const rows = await tx
    .select({ objectId: follows.objectId })
    .from(follows)
    .where(eq(follows.userId, userId))
  const ids = rows.map(({ objectId }) => objectId)
  const isTag = (id: string) => typeOfId(id) === 'tag'
  const followed: [Followable, string[]][] = [
    [questions, ids.filter((id) => !isTag(id))],
    [tags, ids.filter(isTag)],
  ]
  for (const [table, list] of followed) {
    await lockInOrder(tx, table, list)
    await setFollows(tx, { table, userId, isOn: false }, list)
  }
}
