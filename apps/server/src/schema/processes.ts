import { sql } from 'drizzle-orm'
import { bigint, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { textList, time } from './columns.ts'

export const processRoles = ['serve', 'work', 'all'] as const

/** Running processes. Each refreshes its row, and rows of processes that ended are deleted. */
export const processes = pgTable(
  'processes',
  {
    id: text().primaryKey(),
    role: text().$type<(typeof processRoles)[number]>().notNull(),
    host: text().notNull(),
    pid: integer().notNull(),
    version: text().notNull(),
    nodeVersion: text('node_version').notNull(),
    memoryBytes: bigint('memory_bytes', { mode: 'number' }).notNull(),
    startedAt: time('started_at').notNull(),
    seenAt: time('seen_at').notNull(),
  },
  (table) => [
    check('processes_role', sql`${table.role} in (${textList(processRoles)})`),
    check('processes_memory', sql`${table.memoryBytes} >= 0`),
  ],
)
