import { roles } from '@stoa/contract/access'
import type { Timeline, TimelineKind, TimelineRow } from '@stoa/contract/features/activity'
import { reasonCatalog } from '@stoa/contract/features/reasons'
import { typeOfId } from '@stoa/contract/ids'
import { eq, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { countLookahead } from '../../../kernel/paging.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { activities } from '../../../schema/activity.ts'
import { closings } from '../../../schema/closings.ts'
import { comments, questions } from '../../../schema/posts.ts'
import { revisions } from '../../../schema/revisions.ts'
import { users } from '../../../schema/users.ts'
import type { ReaderView } from '../../content/questions/questions.queries.ts'
import { toUserBasic, userCardColumns } from '../../people/users/users.queries.ts'
import { selectEntries } from './timeline.entries.ts'
import { getTimelineObject } from './timeline.objects.ts'

type TimelineInput = { object_id: string; show_vote: boolean; page: number; page_size: number }

/** Newest first. */
export async function getTimeline(
  db: ReadDb,
  actor: Actor,
  { object_id, show_vote, page, page_size }: TimelineInput,
  view: ReaderView,
): Promise<Timeline> {
  const object = await getTimelineObject(db, actor, object_id, view)
  const entries = selectEntries(actor, object, show_vote)
  const offset = (page - 1) * page_size
  const [counted] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`(select 1 from (${entries}) as entries limit ${offset + countLookahead}) as found`)
  const rows = await selectRows(
    db,
    sql`(select * from (${entries}) as entries order by at desc, id desc limit ${page_size} offset ${offset}) as entries`,
  )
  const isAdmin = actor.roleId === roles.admin
  return {
    object_info: object.info,
    count: counted?.count ?? 0,
    timeline: rows.map((row) => toRow(row, view, isAdmin)),
  }
}

const original = alias(questions, 'original')

/** Rows without a link have the same time as the revision or the closing that they were written with. */
const isRevisionOfEntry = sql`${revisions.objectId} = entries.object_id and ${revisions.version} is not null
  and case when entries.revision_id is not null then ${revisions.id} = entries.revision_id
    else entries.kind in ('asked', 'answered', 'created', 'edited')
      and ${revisions.createdAt} = entries.at and ${revisions.userId} = entries.user_id end`
const isClosingOfEntry = sql`entries.kind = 'closed' and ${closings.questionId} = entries.object_id
  and case when entries.closing_id is not null then ${closings.id} = entries.closing_id
    else ${closings.closedAt} = entries.at end`

const previousId = sql<string | null>`(
  select previous.id::text from ${revisions} as previous
  where previous.object_id = ${revisions.objectId} and previous.version < ${revisions.version}
  order by previous.version desc limit 1)`

const canceledAt = sql<
  number | null
>`floor(extract(epoch from coalesce(entries.canceled_at, case when entries.kind = 'accept' then (
  select min(later.created_at) from ${activities} as later
  where later.object_id = entries.object_id and later.kind = 'unaccept' and later.id > entries.id) end)))::int`

function selectRows(db: ReadDb, entries: SQL) {
  return db
    .select({
      id: sql<string>`entries.id::text`,
      kind: sql<TimelineKind>`entries.kind`,
      objectId: sql<string>`entries.object_id::text`,
      at: sql`entries.at`.mapWith(activities.createdAt),
      canceledAt,
      user: userCardColumns,
      revisionId: sql<string | null>`${revisions.id}::text`,
      version: sql<number | null>`${revisions.version}`,
      restoredVersion: sql<number | null>`${revisions.restoredVersion}`,
      previousRevisionId: previousId,
      text: sql<string>`coalesce(${comments.originalText}, ${closings.message}, ${revisions.summary}, '')`,
      isDeleted: sql<boolean>`coalesce(${comments.status} = 10, false)`,
      reason: sql<keyof typeof reasonCatalog | null>`${closings.reason}`,
      originalId: sql<string | null>`${original.id}::text`,
      originalTitle: sql<string | null>`${original.title}`,
      originalSlug: sql<string | null>`${original.slug}`,
    })
    .from(entries)
    .innerJoin(users, sql`${users.id} = entries.user_id`)
    .leftJoin(revisions, isRevisionOfEntry)
    .leftJoin(closings, isClosingOfEntry)
    .leftJoin(
      original,
      sql`${original.id} = ${closings.duplicateOfId} and ${original.status} in (1, 2)`,
    )
    .leftJoin(comments, eq(comments.id, sql`entries.object_id`))
    .orderBy(sql`entries.at desc, entries.id desc`)
}

type Row = Awaited<ReturnType<typeof selectRows>>[number]

function toRow(row: Row, { t, writeId }: ReaderView, isAdmin: boolean): TimelineRow {
  const type = typeOfId(row.objectId)
  const isPost = type === 'question' || type === 'answer'
  const isUserShown = row.kind !== 'downvote' || isAdmin
  return {
    activity_id: row.id,
    created_at: toUnix(row.at),
    activity_type: row.kind,
    comment: row.text,
    // Only ids of questions and answers have a short form.
    object_id: isPost ? writeId(row.objectId) : row.objectId,
    object_type: isPost || type === 'comment' ? type : 'tag',
    cancelled: row.canceledAt !== null,
    cancelled_at: row.canceledAt ?? 0,
    ...(isUserShown ? { user_info: toUserBasic(row.user) } : {}),
    ...toRevisionFields(row),
    ...(row.isDeleted ? { is_deleted: true } : {}),
    ...(row.reason === null ? {} : { reason: t(`reason.${reasonCatalog[row.reason].name}`) }),
    ...toOriginal(row, writeId),
  }
}

function toRevisionFields({ revisionId, version, previousRevisionId, restoredVersion }: Row) {
  return {
    revision_id: revisionId ?? '0',
    version: version ?? 0,
    previous_revision_id: previousRevisionId ?? '0',
    restored_version: restoredVersion ?? 0,
  }
}

function toOriginal(
  { originalId, originalTitle, originalSlug }: Row,
  writeId: ReaderView['writeId'],
) {
  if (originalId === null || originalTitle === null || originalSlug === null) return {}
  return {
    duplicate_of: { id: writeId(originalId), title: originalTitle, url_title: originalSlug },
  }
}
