import {
  type MaintenanceFinding,
  type MaintenanceKind,
  maintenanceKinds,
  type MaintenanceState,
  maintenanceStates,
} from '@stoa/contract/features/health'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, textList, time } from './columns.ts'
import { users } from './users.ts'

export const maintenanceRunIds = pgSequence('maintenance_runs_id_seq')

/** Long work on the whole site that an admin started: the doctor, and rebuilding the search index. A job does it. */
export const maintenanceRuns = pgTable(
  'maintenance_runs',
  {
    id: serialPrimaryKey('maintenance_runs_id_seq'),
    kind: text().$type<MaintenanceKind>().notNull(),
    repairs: boolean().notNull(),
    state: text().$type<MaintenanceState>().notNull().default('running'),
    startedBy: bigId('started_by')
      .notNull()
      .references(() => users.id),
    startedAt: time('started_at').notNull(),
    endedAt: time('ended_at'),
    /** When its job last gave a sign of life. */
    touchedAt: time('touched_at').notNull(),
    /** How often a job has taken it up: again after a crash or an error. */
    attempts: smallint().notNull().default(0),
    /** What is being checked. */
    step: text().notNull().default(''),
    done: integer().notNull().default(0),
    /** 0 before the job has started. */
    total: integer().notNull().default(0),
    findings: jsonb().$type<MaintenanceFinding[]>().notNull().default([]),
  },
  (table) => [
    uniqueIndex('maintenance_runs_running')
      .on(table.kind)
      .where(sql`${table.state} = 'running'`),
    index('maintenance_runs_newest').on(table.kind, table.id.desc().nullsFirst()),
    index('maintenance_runs_started_by').on(table.startedBy),
    check('maintenance_runs_kind', sql`${table.kind} in (${textList(maintenanceKinds)})`),
    check('maintenance_runs_state', sql`${table.state} in (${textList(maintenanceStates)})`),
    check('maintenance_runs_ended', sql`(${table.state} = 'running') = (${table.endedAt} is null)`),
    check('maintenance_runs_progress', sql`${table.done} >= 0 and ${table.total} >= 0`),
  ],
)
