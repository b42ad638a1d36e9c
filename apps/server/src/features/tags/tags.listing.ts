import type { TagDetail, TagItem, TagOrder } from '@stoa/contract/features/tags'
import type { Page } from '@stoa/contract/paging'
import type { Translate } from '@stoa/locales/translate'
import { tagSlug } from '@stoa/markdown/slug'
import { and, asc, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toUnix } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/database.ts'
import { fail } from '../../kernel/errors.ts'
import { type Actor, isStaff, type RequiredReputation } from '../../kernel/rules.ts'
import { follows } from '../posts/follows.table.ts'
import { toMemberActions } from '../posts/posts.queries.ts'
import { tags } from '../posts/tags.table.ts'
import { escaped, type TagMarks, toTag } from './tags.queries.ts'
import { canSetSynonyms, tagVerdicts } from './tags.rules.ts'

/** Counting stops here: past it a list says "more than". */
const countLimit = 100_000

const sorted = {
  popular: [desc(tags.questionCount), asc(tags.id)],
  name: [asc(tags.slugName)],
  newest: [desc(tags.createdAt), asc(tags.id)],
} as const satisfies Record<TagOrder, SQL[]>

type TagRow = typeof tags.$inferSelect & { isFollowed: boolean }

/** A page of tags; synonyms are found by their name, and shown as the tag they stand for. */
export async function listTags(
  ctx: Context,
  who: Actor | null,
  wish: { page: number; page_size: number; slug_name: string; query_cond: TagOrder },
  marks: TagMarks,
): Promise<Page<TagItem>> {
  const where = and(eq(tags.isDeleted, false), isNull(tags.mainTagId), hasInName(wish.slug_name))
  const count = await countOf(ctx, wish.slug_name, where)
  const offset = (wish.page - 1) * wish.page_size
  if (offset >= count) return { count, list: [] }
  const rows = await ctx.db
    .select({ tag: tags, isFollowed: isFollowedBy(who) })
    .from(tags)
    .where(where)
    .orderBy(...sorted[wish.query_cond])
    .limit(wish.page_size)
    .offset(offset)
  return { count, list: rows.map((row) => toTagItem({ ...row.tag, ...row }, marks)) }
}

async function countOf(ctx: Context, text: string, where: SQL | undefined) {
  const some = ctx.db
    .select({ one: sql`1`.as('one') })
    .from(tags)
    .where(where)
    .limit(countLimit)
  const read = async () => {
    const [row] = await ctx.db.select({ count: sql<number>`count(*)::int` }).from(some.as('some'))
    return row?.count ?? 0
  }
  // What someone searches for is not asked for again; the number of all tags is, all the time.
  if (text !== '') return await read()
  return await ctx.cache.getOrSet('tags:count', { ttlSeconds: 60, tags: ['tags:count'] }, read)
}

function hasInName(text: string): SQL | undefined {
  if (text === '') return undefined
  const pattern = `%${escaped(text.toLowerCase())}%`
  const synonym = sql`${tags.id} in (select main_tag_id from ${tags} as synonym where synonym.slug_name = ${tagSlug(text)} and not synonym.is_deleted)`
  return or(
    sql`${tags.slugName} like ${pattern}`,
    sql`lower(${tags.displayName}) like ${pattern}`,
    synonym,
  )
}

function isFollowedBy(who: Actor | null) {
  if (who === null) return sql<boolean>`false`
  return sql<boolean>`exists (select 1 from ${follows} where ${follows.userId} = ${who.id} and ${follows.objectId} = ${tags.id})`
}

function toTagItem(tag: TagRow, marks: TagMarks): TagItem {
  return {
    ...toTag(tag, marks),
    tag_id: tag.id,
    excerpt: tag.excerpt,
    question_count: tag.questionCount,
    follow_count: tag.followCount,
    is_follower: tag.isFollowed,
    created_at: toUnix(tag.createdAt),
    updated_at: toUnix(tag.editedAt),
  }
}

export type TagView = { marks: TagMarks; required: RequiredReputation; t: Translate }

/** One tag by its id or name. Asked for by a synonym, it says by which tag it was found. */
export async function getTag(
  db: Db,
  who: Actor | null,
  by: { id?: string | undefined; name: string },
  view: TagView,
): Promise<TagDetail> {
  const asked = alias(tags, 'asked')
  const isAsked = by.id === undefined ? eq(asked.slugName, tagSlug(by.name)) : eq(asked.id, by.id)
  const [row] = await db
    .select({
      tag: tags,
      isFollowed: isFollowedBy(who),
      isSynonym: sql<boolean>`${asked.id} <> ${tags.id}`,
    })
    .from(asked)
    .innerJoin(tags, eq(tags.id, sql`coalesce(${asked.mainTagId}, ${asked.id})`))
    .where(and(isAsked, who !== null && isStaff(who) ? undefined : eq(tags.isDeleted, false)))
  if (row === undefined) fail('tag.not_found')
  const { tag, isSynonym } = row
  return {
    ...toTagItem({ ...tag, ...row }, view.marks),
    main_tag_slug_name: isSynonym ? tag.slugName : '',
    original_text: tag.originalText,
    parsed_text: tag.parsedText,
    version: tag.version,
    status: tag.isDeleted ? 'deleted' : 'available',
    member_actions: toMemberActions(tagVerdicts(who, tag, view.required), view.t),
  }
}

/** The names that stand for a tag; of a synonym, those that stand for its main tag. */
export async function listSynonyms(db: Db, who: Actor | null, tagId: string, view: TagView) {
  const asked = alias(tags, 'asked')
  const main = alias(tags, 'main')
  const rows = await db
    .select({
      main: main.slugName,
      id: tags.id,
      slugName: tags.slugName,
      displayName: tags.displayName,
    })
    .from(asked)
    .innerJoin(main, eq(main.id, sql`coalesce(${asked.mainTagId}, ${asked.id})`))
    .leftJoin(tags, eq(tags.mainTagId, main.id))
    .where(and(eq(asked.id, tagId), eq(main.isDeleted, false)))
    .orderBy(asc(tags.slugName))
  if (rows.length === 0) fail('tag.not_found')
  const verdicts = who === null ? {} : { edit: canSetSynonyms(who, view.required) }
  return {
    synonyms: rows.flatMap(({ main: main_tag_slug_name, id, slugName, displayName }) =>
      id === null || slugName === null || displayName === null
        ? []
        : [{ tag_id: id, slug_name: slugName, display_name: displayName, main_tag_slug_name }],
    ),
    member_actions: toMemberActions(verdicts, view.t),
  }
}
