import {
  type NotificationKind,
  notificationKinds,
  type NotificationReason,
  notificationReasons,
  type NotificationTab,
  notificationTabs,
} from '@stoa/contract/features/notifications'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, textList, time } from './columns.ts'
import { users } from './users.ts'

export const notificationEventIds = pgSequence('notification_events_id_seq')
export const notificationIds = pgSequence('notifications_id_seq')

const kindList = textList(Object.keys(notificationKinds))

/** For events that concern everyone who is notified. */
export const everyone = '0'

/**
 * What happened, once for all who are notified. Ids have no foreign keys: they name objects of several types, and
 * deleting one of those would search this table.
 */
export const notificationEvents = pgTable(
  'notification_events',
  {
    id: serialPrimaryKey('notification_events_id_seq'),
    kind: text().$type<NotificationKind>().notNull(),
    /** What it happened to. Events of one kind and object are one notification while it is unread. */
    objectId: bigId('object_id').notNull(),
    /** What is new: an answer, a comment, a revision, a case; for votes and invitations, the object. */
    sourceId: bigId('source_id').notNull(),
    actorId: bigId('actor_id')
      .notNull()
      .references(() => users.id),
    /** The only user who is notified, or `everyone`. */
    receiverId: bigId('receiver_id').notNull(),
    /** Taken back: a retracted vote, a deleted answer. Stays, so that a repeated vote notifies nobody again. */
    isVoid: boolean('is_void').notNull().default(false),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    unique('notification_events_once').on(
      table.sourceId,
      table.kind,
      table.actorId,
      table.receiverId,
    ),
    index('notification_events_object_id').on(table.objectId, table.kind, table.id),
    index('notification_events_actor_id').on(table.actorId),
    check('notification_events_kind', sql`${table.kind} in (${kindList})`),
  ],
)

/** `new` is counted in the header; `seen` no longer, but it is still marked as unread. */
export const notificationStates = { new: 0, seen: 1, read: 2 } as const

/** What a user is notified of: the events of one kind and object from the first to the last, until it is read. */
export const notifications = pgTable(
  'notifications',
  {
    id: serialPrimaryKey('notifications_id_seq'),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    kind: text().$type<NotificationKind>().notNull(),
    tab: text().$type<NotificationTab>().notNull(),
    objectId: bigId('object_id').notNull(),
    /** Both 0 for reputation, whose events are the entries of the ledger, and for badges, where the object is the award. */
    firstEventId: bigId('first_event_id').notNull(),
    lastEventId: bigId('last_event_id').notNull(),
    reason: text().$type<NotificationReason>().notNull(),
    state: smallint()
      .$type<(typeof notificationStates)[keyof typeof notificationStates]>()
      .notNull()
      .default(notificationStates.new),
    /** Reputation from the object, and how much of it the user has seen. */
    points: integer().notNull().default(0),
    seenPoints: integer('seen_points').notNull().default(0),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('notifications_unread')
      .on(table.userId, table.kind, table.objectId)
      .where(sql`${table.state} < 2`),
    uniqueIndex('notifications_reputation')
      .on(table.userId, table.objectId)
      .where(sql`${table.kind} = 'reputation'`),
    index('notifications_inbox')
      .on(table.userId, table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.tab} <> 'achievement'`),
    index('notifications_tab').on(
      table.userId,
      table.tab,
      table.updatedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('notifications_unread_newest')
      .on(table.userId, table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.state} < 2`),
    index('notifications_new')
      .on(table.userId, table.tab)
      .where(sql`${table.state} = 0`),
    index('notifications_object_id').on(table.objectId, table.kind),
    check('notifications_kind', sql`${table.kind} in (${kindList})`),
    check('notifications_tab_name', sql`${table.tab} in (${textList(notificationTabs)})`),
    check('notifications_reason', sql`${table.reason} in (${textList(notificationReasons)})`),
    check('notifications_state', sql`${table.state} in (0, 1, 2)`),
    check('notifications_events', sql`${table.firstEventId} <= ${table.lastEventId}`),
    check(
      'notifications_points',
      sql`(${table.kind} in ('reputation', 'earned_badge')) = (${table.lastEventId} = 0) and (${table.kind} = 'reputation' or ${table.points} = 0 and ${table.seenPoints} = 0)`,
    ),
  ],
)

/** The payload of a job: ids only, because the job looks at things as they are when it runs. */
export type NotificationWork =
  | {
      work: 'notify'
      occasion: string
      objectId: string
      sourceId: string
      actorId: string
      named: string[]
    }
  | { work: 'flag_case'; caseId: string; actorId: string }
  | { work: 'retract_content'; id: string }
  | { work: 'retract_kinds'; id: string; kinds: NotificationKind[] }
