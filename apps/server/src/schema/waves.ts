import { type WaveState, waveStates } from '@stoa/contract/features/waves'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, time } from './columns.ts'
import { users } from './users.ts'

export const waveIds = pgSequence('waves_id_seq')

const listOf = (values: readonly string[]) => sql.raw(values.map((one) => `'${one}'`).join(', '))

/** Spam of many accounts that belongs together: the same links, or nearly the same text. */
export const waves = pgTable(
  'waves',
  {
    id: serialPrimaryKey('waves_id_seq'),
    /**
     * `open`: found, and what still comes is held; `dismissed`: staff say that it is not spam. A job works while it is
     * `removing` or `restoring`.
     */
    state: text().$type<WaveState>().notNull().default('open'),
    /** The host that most posts lead to, or the beginning of their text. */
    label: text().notNull(),
    createdAt: time('created_at').notNull(),
    lastPostAt: time('last_post_at').notNull(),
    /** Who asked for the last change of the state. */
    decidedBy: bigId('decided_by').references(() => users.id),
    decidedAt: time('decided_at'),
    /** Until then, a removal can be undone. */
    undoUntil: time('undo_until'),
    /** Posts and accounts that the job changes, and how many of them are done. */
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    /** Staff stopped the last job before it was done. */
    stopAsked: boolean('stop_asked').notNull().default(false),
  },
  (table) => [
    index('waves_state').on(table.state, table.lastPostAt.desc().nullsFirst()),
    index('waves_decided_by').on(table.decidedBy),
    check('waves_state_known', sql`${table.state} in (${listOf(waveStates)})`),
    check(
      'waves_decided_by_someone',
      sql`(${table.state} = 'open') or (${table.decidedBy} is not null and ${table.decidedAt} is not null)`,
    ),
    check('waves_progress', sql`${table.done} between 0 and ${table.total}`),
    check('waves_label_length', sql`length(${table.label}) between 1 and 200`),
  ],
)

/** The accounts that wrote posts of a wave. */
export const waveAccounts = pgTable(
  'wave_accounts',
  {
    waveId: bigId('wave_id')
      .notNull()
      .references(() => waves.id, { onDelete: 'cascade' }),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Stays when the wave is removed: the account is old or respected, or staff left it out. */
    leftOut: boolean('left_out').notNull().default(false),
    /** The suspension by the removal, which the undo lifts. */
    suspensionId: bigId('suspension_id'),
  },
  (table) => [
    primaryKey({ columns: [table.waveId, table.userId] }),
    index('wave_accounts_user_id').on(table.userId),
  ],
)

export const spamSignals = [
  'new_account',
  'fast_start',
  'burst',
  'shared_links',
  'similar_text',
  'shared_network',
  'honeypot',
  'known_wave',
] as const
export type SpamSignal = (typeof spamSignals)[number]

/**
 * What is compared to find waves: a row for each post and comment of new users, and for those of others that lead to other
 * sites. Removed after some weeks, except those of a wave that is not decided.
 */
export const postTraces = pgTable(
  'post_traces',
  {
    /** A question, an answer or a comment. */
    objectId: bigId('object_id').primaryKey(),
    questionId: bigId('question_id').notNull(),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
    /** The network of the sender: `/24` or `/48`. Empty if not known. */
    network: text().notNull().default(''),
    /** What it leads readers to: hosts of other sites, email addresses, phone numbers and names in messengers. */
    hosts: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The MinHash of its text. Texts that are alike have many equal values at the same positions. */
    signature: integer()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** From 0 to 100. */
    score: smallint().notNull().default(0),
    /** What the score consists of. */
    signals: text()
      .array()
      .$type<SpamSignal[]>()
      .notNull()
      .default(sql`'{}'`),
    isHeld: boolean('is_held').notNull().default(false),
    waveId: bigId('wave_id').references(() => waves.id, { onDelete: 'set null' }),
    /** When the removal of the wave deleted it, which the undo takes back. */
    removedAt: time('removed_at'),
  },
  (table) => [
    index('post_traces_user_id').on(table.userId, table.createdAt),
    index('post_traces_created_at').on(table.createdAt),
    index('post_traces_wave_id').on(table.waveId, table.objectId),
    check('post_traces_score', sql`${table.score} between 0 and 100`),
  ],
)

/**
 * What traces have in common: a host, a network or a part of the signature, with the kind in front. A table instead of arrays
 * with an index, because the newest traces with a key are read without reading all of them.
 */
export const traceKeys = pgTable(
  'trace_keys',
  {
    key: text().notNull(),
    createdAt: time('created_at').notNull(),
    objectId: bigId('object_id')
      .notNull()
      .references(() => postTraces.objectId, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.createdAt, table.objectId] }),
    index('trace_keys_object_id').on(table.objectId),
  ],
)
