import type { AdminTag, AdminTagFilter, TagOrder } from '@stoa/contract/features/tags'
import type { Page } from '@stoa/contract/paging'
import { and, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import { tags } from '../../../schema/tags.ts'
import { nameContains, tagOrder } from './tags.listing.ts'
import { type SpecialTags, toTag } from './tags.queries.ts'

type Input = {
  page: number
  page_size: number
  filter: AdminTagFilter
  q: string
  sort: TagOrder
}

export async function listAdminTags(
  db: ReadDb,
  { filter, q, sort, ...paging }: Input,
  specialTags: SpecialTags,
): Promise<Page<AdminTag>> {
  const main = alias(tags, 'main')
  const synonyms = alias(tags, 'synonyms')
  const { count, rows } = await readPageWithCappedCount(
    db,
    () =>
      db
        .select({
          tag: tags,
          main: main.slugName,
          synonymCount: sql<number>`(select count(*)::int from ${tags} synonyms
            where ${eq(synonyms.mainTagId, tags.id)})`,
        })
        .from(tags)
        .leftJoin(main, eq(main.id, tags.mainTagId))
        .where(and(...conditionsOf(filter, specialTags), nameContains(q)))
        .$dynamic(),
    tagOrder[sort],
    paging,
  )
  return {
    count,
    list: rows.map(({ tag, main: mainSlug, synonymCount }) => ({
      ...toTag(tag, specialTags),
      main_tag_slug_name: mainSlug ?? '',
      tag_id: tag.id,
      is_described: tag.excerpt !== '',
      is_deleted: tag.isDeleted,
      question_count: tag.questionCount,
      follow_count: tag.followCount,
      synonym_count: synonymCount,
      created_at: toUnix(tag.createdAt),
    })),
  }
}

function conditionsOf(filter: AdminTagFilter, special: SpecialTags): SQL[] {
  if (filter === 'deleted') return [eq(tags.isDeleted, true)]
  if (filter === 'synonyms') return [eq(tags.isDeleted, false), isNotNull(tags.mainTagId)]
  const isMain = [eq(tags.isDeleted, false), isNull(tags.mainTagId)]
  if (filter === 'unused') return [...isMain, eq(tags.questionCount, 0)]
  if (filter === 'special') {
    return [...isMain, inArray(tags.slugName, [...special.recommended, ...special.reserved])]
  }
  // Those that readers find: descriptions of unused tags can wait.
  if (filter === 'undescribed') return [...isMain, eq(tags.excerpt, ''), gt(tags.questionCount, 0)]
  return isMain
}
