import { sql } from 'drizzle-orm'
import { check, index, pgSequence, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, textList, time } from './columns.ts'
import { users } from './users.ts'

export const activityIds = pgSequence('activities_id_seq')

/** The object of `accept` and `unaccept` is the answer. */
const activityKinds = [
  'asked',
  'answered',
  'commented',
  'created',
  'edited',
  'rollback',
  'deleted',
  'undeleted',
  'closed',
  'reopened',
  'pin',
  'unpin',
  'hide',
  'show',
  'protected',
  'unprotected',
  'locked',
  'unlocked',
  'converted',
  'moved',
  'accept',
  'unaccept',
] as const
export type ActivityKind = (typeof activityKinds)[number]

/** Kinds that made a revision. */
const revisionKinds = ['asked', 'answered', 'created', 'edited', 'rollback'] as const

/**
 * Append-only log behind the timelines. Links have no foreign keys, like the object: deleting a revision would search the
 * whole log for it. Rows of older versions have no links.
 */
export const activities = pgTable(
  'activities',
  {
    id: serialPrimaryKey('activities_id_seq'),
    kind: text().$type<ActivityKind>().notNull(),
    objectId: bigId('object_id').notNull(),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    revisionId: bigId('revision_id'),
    closingId: bigId('closing_id'),
  },
  (table) => [
    index('activities_object_id').on(table.objectId, table.id.desc().nullsFirst()),
    index('activities_user_id').on(table.userId, table.id.desc().nullsFirst()),
    uniqueIndex('activities_written_once')
      .on(table.objectId)
      .where(sql`${table.kind} in ('asked', 'answered', 'commented')`),
    check('activities_kind', sql`${table.kind} in (${textList(activityKinds)})`),
    check(
      'activities_revision',
      sql`${table.revisionId} is null or ${table.kind} in (${textList(revisionKinds)})`,
    ),
    check(
      'activities_rollback',
      sql`${table.kind} <> 'rollback' or ${table.revisionId} is not null`,
    ),
    check('activities_closing', sql`${table.closingId} is null or ${table.kind} = 'closed'`),
  ],
)
