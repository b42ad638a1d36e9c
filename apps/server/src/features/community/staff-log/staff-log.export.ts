import { limits } from '@stoa/contract/limits'
import { and, type SQL, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { staffLog } from '../../../schema/staff-log.ts'
import { toCsvStream } from './csv.rules.ts'
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

export async function exportStaffLog(db: ReadDb, filters: StaffLogFilters, timeZone: string) {
  return toCsvStream(header, readBatches(db, await toConditions(db, filters, timeZone)))
}

async function* readBatches(db: ReadDb, conditions: SQL | undefined) {
  let last: { createdAt: Date; id: string } | undefined
  for (let read = 0; read < limits.staffLogExport.max; read += batchSize) {
    const rows = await readBatch(db, and(conditions, last && isBefore(last)))
    last = rows.at(-1)?.log
    yield rows.map(toCells)
    if (rows.length < batchSize) break
  }
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
