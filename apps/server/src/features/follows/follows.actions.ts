import { typeOfId } from '@stoa/contract/ids'
import { tagSlug } from '@stoa/markdown/slug'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { fail } from '../../kernel/errors.ts'
import type { Actor } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import { getPost } from '../posts/posts.queries.ts'
import { questions } from '../posts/posts.table.ts'
import { tags } from '../posts/tags.table.ts'
import { follows } from '../posts/follows.table.ts'
import { lockTagging } from '../tags/tags.actions.ts'

// What is followed is locked before the rows that say so, by everyone: nobody then waits in a circle.

type Wish = { objectId: string; isOn: boolean }

/** Follows a question or a tag, or stops. What is followed: for a synonym, the tag it stands for. */
export async function follow(tx: Tx, who: Actor, { objectId, isOn }: Wish) {
  if (typeOfId(objectId) === 'tag') {
    await lockTagging(tx, 'shared')
    const tagId = await lockTag(tx, objectId)
    await change(tx, { table: tags, userId: who.id, isOn }, [tagId])
    return tagId
  }
  const post = await getPost(tx, who, objectId, { isLocked: true })
  if (isOn && post.isDeleted) fail('object.already_deleted')
  await change(tx, { table: questions, userId: who.id, isOn }, [post.id])
  return post.id
}

async function lockTag(tx: Tx, id: string) {
  const main = sql`(select coalesce(named.main_tag_id, named.id) from tags named
    where named.id = ${id} and not named.is_deleted)`
  const [tag] = await tx
    .select({ id: tags.id })
    .from(tags)
    .where(eq(tags.id, main))
    .for('no key update')
  return tag?.id ?? fail('tag.not_found')
}

/** Follows exactly the tags with these names. Of two at once, one comes after the other: the sets never mix. */
export async function followTags(tx: Tx, who: Actor, names: readonly string[]) {
  const mine = `followed tags of ${who.id}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${mine}, 0))`)
  await lockTagging(tx, 'shared')
  const wanted = await findTagIds(tx, names)
  const current = await findFollowedIds(tx, who.id)
  const added = [...wanted].filter((id) => !current.has(id))
  const removed = [...current].filter((id) => !wanted.has(id))
  await lockInOrder(tx, tags, [...added, ...removed])
  await change(tx, { table: tags, userId: who.id, isOn: true }, added)
  await change(tx, { table: tags, userId: who.id, isOn: false }, removed)
}

async function findTagIds(tx: Tx, names: readonly string[]) {
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

/** Writes who follows what and moves the counts of what really changed. What is followed is locked. */
async function change(
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
  const ids = changed.map(({ objectId }) => objectId)
  await tx
    .update(table)
    .set({ followCount: sql`${table.followCount} + ${isOn ? 1 : -1}` })
    .where(inArray(table.id, ids))
  for (const objectId of ids) await tx.emit('object.followed', { objectId, userId, isOn })
}

/** Who leaves follows nothing any more. */
export async function stopFollowing(tx: Tx, userId: string) {
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
    await change(tx, { table, userId, isOn: false }, list)
  }
}
