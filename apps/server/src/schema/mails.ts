import {
  defaultFrequencies,
  defaultPush,
  mailFrequencies,
  type MailFrequency,
  newsKinds,
  type NewsKind,
  mailStopCauses,
  type MailStopCause,
  mutableKinds,
  type MutableKind,
  pushKinds,
  type PushKind,
  type SendingFrequency,
} from '@stoa/contract/features/mails'
import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, textList, time } from './columns.ts'
import { users } from './users.ts'

export const mailDeliveryIds = pgSequence('mail_deliveries_id_seq')

const sendingFrequencies = textList(mailFrequencies.filter((frequency) => frequency !== 'off'))

const userColumn = () =>
  bigId('user_id')
    .notNull()
    .references(() => users.id)
const frequencyColumn = (kind: NewsKind) =>
  text(kind).$type<MailFrequency>().notNull().default(defaultFrequencies[kind])
/** How often, once the column of `users` turns it on. */
const questionsColumn = (kind: NewsKind) =>
  text(kind).$type<SendingFrequency>().notNull().default('immediate')

/** What users chose; those without a row have the defaults. `users.mails_*` turn groups of kinds on and off. */
export const notificationChoices = pgTable(
  'notification_choices',
  {
    userId: userColumn().primaryKey(),
    answers: frequencyColumn('answers'),
    comments: frequencyColumn('comments'),
    changes: frequencyColumn('changes'),
    decisions: frequencyColumn('decisions'),
    invitations: frequencyColumn('invitations'),
    followedQuestions: frequencyColumn('followed_questions'),
    followedUsers: frequencyColumn('followed_users'),
    followedTags: questionsColumn('followed_tags'),
    allQuestions: questionsColumn('all_questions'),
    /** Not in the inbox, and sent in no way. */
    muted: text().array().$type<MutableKind[]>().notNull().default([]),
    pushed: text()
      .array()
      .$type<PushKind[]>()
      .notNull()
      .default([...defaultPush]),
    /** Hours of the day in the time zone of the user. */
    quietFrom: smallint('quiet_from'),
    quietTo: smallint('quiet_to'),
    digestHour: smallint('digest_hour').notNull().default(8),
    /** 1 is Monday. */
    digestDay: smallint('digest_day').notNull().default(1),
  },
  (table) => [
    check(
      'notification_choices_frequencies',
      sql`array[${table.answers}, ${table.comments}, ${table.changes}, ${table.decisions}, ${table.invitations}, ${table.followedQuestions}, ${table.followedUsers}] <@ array[${textList(mailFrequencies)}]`,
    ),
    check('notification_choices_muted', sql`${table.muted} <@ array[${textList(mutableKinds)}]`),
    check('notification_choices_pushed', sql`${table.pushed} <@ array[${textList(pushKinds)}]`),
    check(
      'notification_choices_questions',
      sql`${table.followedTags} in (${sendingFrequencies}) and ${table.allQuestions} in (${sendingFrequencies})`,
    ),
    check(
      'notification_choices_quiet_hours',
      sql`(${table.quietFrom} is null) = (${table.quietTo} is null) and coalesce(${table.quietFrom}, 0) between 0 and 23 and coalesce(${table.quietTo}, 0) between 0 and 23`,
    ),
    check(
      'notification_choices_digest',
      sql`${table.digestHour} between 0 and 23 and ${table.digestDay} between 1 and 7`,
    ),
  ],
)

/**
 * What a user is to be told by mail: an event of a notification, or a new question. Rows stay for some days after they are
 * settled, so that a job that runs twice queues nothing twice.
 */
export const dueMails = pgTable(
  'due_mails',
  {
    userId: userColumn(),
    /** The event, or the question. Without foreign keys, so that deleting content does not search this table. */
    subjectId: bigId('subject_id').notNull(),
    kind: text().$type<NewsKind>().notNull(),
    frequency: text().$type<SendingFrequency>().notNull(),
    createdAt: time('created_at').notNull(),
    /** Sent, or dropped because it no longer holds. */
    settledAt: time('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.subjectId] }),
    index('due_mails_open')
      .on(table.userId, table.frequency)
      .where(sql`${table.settledAt} is null`),
    index('due_mails_settled_at').on(table.settledAt),
    check('due_mails_kind', sql`${table.kind} in (${textList(newsKinds)})`),
    check('due_mails_frequency', sql`${table.frequency} in (${sendingFrequencies})`),
  ],
)

/** The next mail of a user with this frequency. It says everything that is due. */
export const mailSchedules = pgTable(
  'mail_schedules',
  {
    userId: userColumn(),
    frequency: text().$type<SendingFrequency>().notNull(),
    dueAt: time('due_at').notNull(),
    /** Digests list the questions that were asked since. */
    since: time('since').notNull(),
    /** A worker is sending it, unless it stopped meanwhile. */
    claimedUntil: time('claimed_until'),
    /** How often the mail server has rejected it. */
    failures: smallint().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.frequency] }),
    index('mail_schedules_due').on(table.frequency, table.dueAt),
    index('mail_schedules_claimed')
      .on(table.claimedUntil)
      .where(sql`${table.claimedUntil} is not null`),
    check('mail_schedules_frequency', sql`${table.frequency} in (${sendingFrequencies})`),
  ],
)

/** Mails of the last days, for the limits per day and per week. */
export const mailDeliveries = pgTable(
  'mail_deliveries',
  {
    id: serialPrimaryKey('mail_deliveries_id_seq'),
    userId: userColumn(),
    frequency: text().$type<SendingFrequency>().notNull(),
    items: integer().notNull(),
    /** Of the kind `all_questions`. */
    questions: integer().notNull(),
    sentAt: time('sent_at').notNull(),
  },
  (table) => [
    index('mail_deliveries_user_id').on(table.userId, table.sentAt),
    index('mail_deliveries_sent_at').on(table.sentAt),
    check('mail_deliveries_frequency', sql`${table.frequency} in (${sendingFrequencies})`),
    check('mail_deliveries_counts', sql`${table.questions} between 0 and ${table.items}`),
  ],
)

/** Addresses that bounced or complained. Holds while the user has this email. */
export const stoppedMails = pgTable(
  'stopped_mails',
  {
    userId: userColumn().primaryKey(),
    email: text().notNull(),
    cause: text().$type<MailStopCause>().notNull(),
    detail: text().notNull().default(''),
    createdAt: time('created_at').notNull(),
  },
  (table) => [check('stopped_mails_cause', sql`${table.cause} in (${textList(mailStopCauses)})`)],
)
