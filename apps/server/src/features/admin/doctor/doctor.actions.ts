import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { transact } from '../../../kernel/transact.ts'
import { integrityChecks, columnChecks, tagSetsCheck } from './doctor.checks.ts'

/** `ids` holds the first of the wrong rows or files. */
export type Finding = { name: string; ids: string[]; count: number; isFixed: boolean }

const maxShownIds = 5

/** Checks denormalized data, and repairs it if asked to. */
export async function runChecks(ctx: Context, { repair }: { repair: boolean }): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const check of columnChecks) {
    const ids = await listIds(ctx, selectWrong(check))
    if (ids.length === 0) continue
    if (repair) await repairRows(ctx, check.table, ids, (batchIds) => [recompute(check, batchIds)])
    findings.push(toFinding(check.name, ids, repair))
  }
  const wrongTagSets = await listIds(ctx, tagSetsCheck.find)
  if (wrongTagSets.length > 0) {
    if (repair) await repairRows(ctx, 'questions', wrongTagSets, tagSetsCheck.repair)
    findings.push(toFinding(tagSetsCheck.name, wrongTagSets, repair))
  }
  for (const { name, find } of integrityChecks) {
    const ids = await listIds(ctx, find)
    if (ids.length > 0) findings.push(toFinding(name, ids, false))
  }
  return findings
}

export async function measureUploads(db: ReadDb) {
  const { rows } = await db.execute<{ files: string; bytes: string }>(
    sql`select count(*) as files, coalesce(sum(bytes), 0) as bytes from uploads`,
  )
  return { files: Number(rows[0]?.files), megabytes: Number(rows[0]?.bytes) / 1024 / 1024 }
}

type Check = (typeof columnChecks)[number]

function selectWrong({ table, column, expected }: Check): SQL {
  return sql`select id from ${sql.identifier(table)} where ${sql.identifier(column)} is distinct from ${expected}`
}

/** Limits the number of rows locked at once, so that users can keep writing. */
const batchSize = 500

function recompute({ table, column, expected }: Check, ids: SQL): SQL {
  return sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${expected} where id = any(${ids})`
}

type RepairStatements = (ids: SQL) => SQL[]

/** Locks each batch and computes again: a row may have been in the middle of a change when it was found. */
async function repairRows(
  ctx: Context,
  table: string,
  ids: readonly string[],
  toStatements: RepairStatements,
) {
  for (let start = 0; start < ids.length; start += batchSize) {
    const batchIds = sql`string_to_array(${ids.slice(start, start + batchSize).join(',')}, ',')::bigint[]`
    await transact(ctx, async (tx) => {
      await tx.execute(
        sql`select id from ${sql.identifier(table)} where id = any(${batchIds}) order by id for no key update`,
      )
      for (const statement of toStatements(batchIds)) await tx.execute(statement)
      await tx.emit('data.repaired', {})
    })
  }
}

/** Without a statement timeout: full table scans may take long. */
async function listIds(ctx: Context, find: SQL) {
  return await transact(ctx, async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    const { rows } = await tx.execute<{ id: string }>(find)
    return rows.map(({ id }) => String(id))
  })
}

/** Compares the files found before and after the site was opened, which repairs permissions. */
export function toFileFindings(before: readonly string[], now: readonly string[]): Finding[] {
  if (before.length === 0) return []
  const isFixed = now.length === 0
  return [toFinding('files open to other users', isFixed ? before : now, isFixed)]
}

function toFinding(name: string, ids: readonly string[], isFixed: boolean): Finding {
  return { name, ids: ids.slice(0, maxShownIds), count: ids.length, isFixed }
}
