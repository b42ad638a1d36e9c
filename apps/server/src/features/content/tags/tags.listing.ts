import type { TagDetail, TagItem, TagOrder } from '@stoa/contract/features/tags'
import type { Page } from '@stoa/contract/paging'
import type { Translate } from '@stoa/locales/translate'
import { tagSlug } from '@stoa/markdown/slug'
import { and, asc, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toUnix } from '../../../kernel/clock.ts'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, isStaff, type RequiredReputation } from '../../../kernel/rules.ts'
import { follows } from '../../../schema/follows.ts'
import { toMemberActions } from '../shared/posts.queries.ts'
import { tags } from '../../../schema/tags.ts'
import { escapeLike, type SpecialTags, toTag } from './tags.queries.ts'
import { canSetSynonyms, tagVerdicts } from './tags.rules.ts'

/** Counting stops here; the UI then shows "more than". */
const countLimit = 100_000

export const tagOrder = {
  popular: [desc(tags.questionCount), asc(tags.id)],
  name: [asc(tags.slugName)],
  newest: [desc(tags.createdAt), asc(tags.id)],
} as const satisfies Record<TagOrder, SQL[]>

type TagRow = typeof tags.$inferSelect & { isFollowed: boolean }

/** A search for a synonym returns its main tag. */
export async function listTags(
  ctx: Context,
  actor: Actor | null,
  input: { page: number; page_size: number; slug_name: string; query_cond: TagOrder },
  specialTags: SpecialTags,
): Promise<Page<TagItem>> {
  const where = and(
    eq(tags.isDeleted, false),
    isNull(tags.mainTagId),
    nameContains(input.slug_name),
  )
  const count = await countTags(ctx, input.slug_name, where)
  const offset = (input.page - 1) * input.page_size
  if (offset >= count) return { count, list: [] }
  const rows = await ctx.db
    .select({ tag: tags, isFollowed: isFollowedBy(actor) })
    .from(tags)
    .where(where)
    .orderBy(...tagOrder[input.query_cond])
    .limit(input.page_size)
    .offset(offset)
  return { count, list: rows.map((row) => toTagItem({ ...row.tag, ...row }, specialTags)) }
}

async function countTags(ctx: Context, text: string, where: SQL | undefined) {
  const limited = ctx.db
    .select({ one: sql`1`.as('one') })
    .from(tags)
    .where(where)
    .limit(countLimit)
  const readCount = async () => {
    const [row] = await ctx.db
      .select({ count: sql<number>`count(*)::int` })
      .from(limited.as('limited'))
    return row?.count ?? 0
  }
  // Searches are rarely repeated, so only the total is cached.
  if (text !== '') return await readCount()
  return await ctx.cache.getOrSet(
    'tags:count',
    { ttlSeconds: 60, invalidatedBy: ['tags:count'] },
    readCount,
  )
}

export function nameContains(text: string): SQL | undefined {
  if (text === '') return undefined
  const pattern = `%${escapeLike(text.toLowerCase())}%`
  const synonym = sql`${tags.id} in (select main_tag_id from ${tags} as synonym where synonym.slug_name = ${tagSlug(text)} and not synonym.is_deleted)`
  return or(
    sql`${tags.slugName} like ${pattern}`,
    sql`lower(${tags.displayName}) like ${pattern}`,
    synonym,
  )
}

function isFollowedBy(actor: Actor | null) {
  if (actor === null) return sql<boolean>`false`
  return sql<boolean>`exists (select 1 from ${follows} where ${follows.userId} = ${actor.id} and ${follows.objectId} = ${tags.id})`
}

function toTagItem(tag: TagRow, specialTags: SpecialTags): TagItem {
  return {
    ...toTag(tag, specialTags),
    tag_id: tag.id,
    excerpt: tag.excerpt,
    question_count: tag.questionCount,
    follow_count: tag.followCount,
    is_follower: tag.isFollowed,
    created_at: toUnix(tag.createdAt),
    updated_at: toUnix(tag.editedAt),
  }
}

export type TagView = { specialTags: SpecialTags; required: RequiredReputation; t: Translate }

/** For a synonym, returns its main tag and sets `main_tag_slug_name`. */
export async function getTag(
  db: ReadDb,
  actor: Actor | null,
  by: { id?: string | undefined; name: string },
  view: TagView,
): Promise<TagDetail> {
  const requested = alias(tags, 'requested')
  const isRequested =
    by.id === undefined ? eq(requested.slugName, tagSlug(by.name)) : eq(requested.id, by.id)
  const [row] = await db
    .select({
      tag: tags,
      isFollowed: isFollowedBy(actor),
      isSynonym: sql<boolean>`${requested.id} <> ${tags.id}`,
    })
    .from(requested)
    .innerJoin(tags, eq(tags.id, sql`coalesce(${requested.mainTagId}, ${requested.id})`))
    .where(
      and(isRequested, actor !== null && isStaff(actor) ? undefined : eq(tags.isDeleted, false)),
    )
  if (row === undefined) fail('tag.not_found')
  const { tag, isSynonym } = row
  return {
    ...toTagItem({ ...tag, ...row }, view.specialTags),
    main_tag_slug_name: isSynonym ? tag.slugName : '',
    original_text: tag.originalText,
    parsed_text: tag.parsedText,
    version: tag.version,
    status: tag.isDeleted ? 'deleted' : 'available',
    member_actions: toMemberActions(tagVerdicts(actor, tag, view.required), view.t),
  }
}

/** For a synonym, the synonyms of its main tag. */
export async function listSynonyms(db: ReadDb, actor: Actor | null, tagId: string, view: TagView) {
  const requested = alias(tags, 'requested')
  const main = alias(tags, 'main')
  const rows = await db
    .select({
      main: main.slugName,
      id: tags.id,
      slugName: tags.slugName,
      displayName: tags.displayName,
    })
    .from(requested)
    .innerJoin(main, eq(main.id, sql`coalesce(${requested.mainTagId}, ${requested.id})`))
    .leftJoin(tags, eq(tags.mainTagId, main.id))
    .where(and(eq(requested.id, tagId), eq(main.isDeleted, false)))
    .orderBy(asc(tags.slugName))
  if (rows.length === 0) fail('tag.not_found')
  const verdicts = actor === null ? {} : { edit: canSetSynonyms(actor, view.required) }
  return {
    synonyms: rows.flatMap(({ main: main_tag_slug_name, id, slugName, displayName }) =>
      id === null || slugName === null || displayName === null
        ? []
        : [{ tag_id: id, slug_name: slugName, display_name: displayName, main_tag_slug_name }],
    ),
    member_actions: toMemberActions(verdicts, view.t),
  }
}
