import { sql } from 'drizzle-orm'
import { check, index, pgSequence, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, time } from './columns.ts'
import { users } from './users.ts'

export const activityIds = pgSequence('activities_id_seq')

/** The object of `accept` and `unaccept` is the answer. */
const activityKinds = [
  'asked',
  'answered',
  'commented',
  'created',
  'edited',
  'deleted',
  'undeleted',
  'closed',
  'reopened',
  'pin',
  'unpin',
  'hide',
  'show',
  'accept',
  'unaccept',
] as const
export type ActivityKind = (typeof activityKinds)[number]

/** Append-only log behind the timelines. */
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
  },
  (table) => [
    index('activities_object_id').on(table.objectId, table.id.desc().nullsFirst()),
    index('activities_user_id').on(table.userId, table.id.desc().nullsFirst()),
    uniqueIndex('activities_written_once')
      .on(table.objectId)
      .where(sql`${table.kind} in ('asked', 'answered', 'commented')`),
    check(
      'activities_kind',
      sql`${table.kind} in (${sql.raw(activityKinds.map((kind) => `'${kind}'`).join(', '))})`,
    ),
  ],
)
