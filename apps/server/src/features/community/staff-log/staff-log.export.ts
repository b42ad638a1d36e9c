import { JsonStream } from '@stoa/contract/json-stream'
import { limits } from '@stoa/contract/limits'
import { and, type SQL, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { staffLog } from '../../../schema/staff-log.ts'
import { siteActorId } from './staff-log.actions.ts'
import {
  entriesQuery,
  newestFirst,
  type StaffLogFilters,
  toConditions,
} from './staff-log.queries.ts'

const batchSize = 500

const header = [
  'time',
  'actor',
  'action',
  'object_type',
  'object_id',
  'user',
  'reason',
  'before',
  'after',
]

/** The stream is one JSON string, whose content is CSV. Batches are read while the response is sent. */
export async function exportStaffLog(db: ReadDb, filters: StaffLogFilters, timeZone: string) {
  return new JsonStream(streamCsv(db, await toConditions(db, filters, timeZone)))
}

async function* streamCsv(db: ReadDb, conditions: SQL | undefined) {
  yield '"'
  yield toJsonText(toCsvLine(header))
  let last: { createdAt: Date; id: string } | undefined
  for (let read = 0; read < limits.staffLogExport.max; read += batchSize) {
    const rows = await readBatch(db, and(conditions, last && isBefore(last)))
    last = rows.at(-1)?.log
    yield toJsonText(rows.map((row) => toCsvLine(toCells(row))).join(''))
    if (rows.length < batchSize) break
  }
  yield '"'
}

function readBatch(db: ReadDb, conditions: SQL | undefined) {
  return entriesQuery(db, conditions)
    .orderBy(...newestFirst)
    .limit(batchSize)
}

function isBefore({ createdAt, id }: { createdAt: Date; id: string }) {
  return sql`(${staffLog.createdAt}, ${staffLog.id}) < (${createdAt.toISOString()}::timestamptz, ${id}::bigint)`
}

function toCells({ log, actor, concerned }: Awaited<ReturnType<typeof readBatch>>[number]) {
  return [
    log.createdAt.toISOString(),
    log.actorId === siteActorId ? '' : (actor?.username ?? log.actorId),
    log.action,
    log.objectType,
    log.objectId,
    concerned?.username ?? log.userId,
    log.reason,
    JSON.stringify(log.before),
    JSON.stringify(log.after),
  ]
}

export function toCsvLine(cells: readonly string[]) {
  return `${cells.map(toCsvCell).join(',')}\r\n`
}

/** Spreadsheets evaluate text that starts like a formula. */
function toCsvCell(text: string) {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}

function toJsonText(text: string) {
  return JSON.stringify(text).slice(1, -1)
}
