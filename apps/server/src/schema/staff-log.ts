import {
  type StaffAction,
  type StaffLogValues,
  type StaffObjectType,
  staffObjectTypes,
} from '@stoa/contract/features/staff-log'
import { sql } from 'drizzle-orm'
import {
  check,
  type ExtraConfigColumn,
  index,
  jsonb,
  pgSequence,
  pgTable,
  text,
} from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, time } from './columns.ts'

export const staffLogIds = pgSequence('staff_log_id_seq')

/**
 * What staff did. A database trigger rejects updates and deletions. Without foreign keys, because entries outlive what they
 * are about.
 */
export const staffLog = pgTable(
  'staff_log',
  {
    id: serialPrimaryKey('staff_log_id_seq'),
    actorId: bigId('actor_id').notNull(),
    action: text().$type<StaffAction>().notNull(),
    objectType: text('object_type').$type<StaffObjectType>().notNull(),
    objectId: bigId('object_id').notNull(),
    /** The author of the content, or the user who was acted on. */
    userId: bigId('user_id').notNull(),
    reason: text().notNull().default(''),
    before: jsonb().$type<StaffLogValues>().notNull().default({}),
    after: jsonb().$type<StaffLogValues>().notNull().default({}),
    createdAt: time('created_at').notNull(),
  },
  (table) => {
    const newest = (name: string, ...columns: ExtraConfigColumn[]) =>
      index(`staff_log_${name}`).on(
        ...(columns as [ExtraConfigColumn]),
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
    return [
      newest('newest'),
      newest('actor', table.actorId),
      newest('action', table.action),
      newest('object', table.objectId),
      newest('user', table.userId),
      check('staff_log_action', sql`${table.action} ~ '^[a-z_]{2,40}$'`),
      check(
        'staff_log_object_type',
        sql`${table.objectType} in (${sql.raw(staffObjectTypes.map((type) => `'${type}'`).join(', '))})`,
      ),
      check(
        'staff_log_is_small',
        sql`length(${table.reason}) <= 2000 and pg_column_size(${table.before}) <= 4000 and pg_column_size(${table.after}) <= 4000`,
      ),
    ]
  },
)
