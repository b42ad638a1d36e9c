import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { transact } from '../../../kernel/transact.ts'
import { integrityChecks, columnChecks, tagSetsCheck } from './doctor.checks.ts'

/** `ids` holds the first of the wrong rows or files. */
export type Finding = { name: string; ids: string[]; count: number; isFixed: boolean }

const maxShownIds = 5

type RunOptions = {
  repair: boolean
  /** Runs between statements, to leave the database to others. */
  pause?: () => Promise<void>
}

/** One check of denormalized data, which it repairs if asked to. Null if it finds nothing. */
export type DoctorStep = {
  name: string
  run(ctx: Context, options: RunOptions): Promise<Finding | null>
}

/** In the order in which they run: later ones depend on earlier ones. */
export const doctorSteps: readonly DoctorStep[] = [
  ...columnChecks.map((check) => ({
    name: check.name,
    async run(ctx: Context, { repair, pause }: RunOptions) {
      const ids = await listInRanges(ctx, toRanges(check), pause)
      if (repair)
        await repairRows(ctx, check.table, ids, (batchIds) => [recompute(check, batchIds)])
      return toFinding(check.name, ids, repair)
    },
  })),
  {
    name: tagSetsCheck.name,
    async run(ctx, { repair, pause }) {
      const ids = await listInRanges(ctx, tagSetsCheck, pause)
      if (repair) await repairRows(ctx, 'questions', ids, tagSetsCheck.repair)
      return toFinding(tagSetsCheck.name, ids, repair)
    },
  },
  ...integrityChecks.map((check) => ({
    name: check.name,
    async run(ctx: Context, { pause }: RunOptions) {
      const ids = await ('key' in check
        ? listInRanges(ctx, check, pause)
        : listIds(ctx, check.find))
      return toFinding(check.name, ids, false)
    },
  })),
]

export async function runChecks(ctx: Context, options: RunOptions): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const step of doctorSteps) {
    const finding = await step.run(ctx, options)
    if (finding !== null) findings.push(finding)
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

function toRanges({ key, column, expected }: Check): Ranges {
  return {
    key,
    find: (isInRange) => sql`select id from ${key.table}
      where ${isInRange(key)} and ${sql.identifier(column)} is distinct from ${expected}`,
  }
}

/** Rows that one statement compares, so that each takes a fraction of a second. */
const comparedAtOnce = 5_000

type Ranges = { key: Column; find: (isInRange: (column: Column | SQL) => SQL) => SQL }

async function listInRanges(ctx: Context, { key, find }: Ranges, pause = async () => {}) {
  const ids: string[] = []
  for (let after = '-1'; ;) {
    const { rows } = await ctx.primary.execute<{ last: string | null }>(
      sql`select max(key)::text as last from (
        select ${key} as key from ${key.table} where ${key} > ${after}::bigint
        order by ${key} limit ${comparedAtOnce}) as keys`,
    )
    const last = rows[0]?.last ?? null
    if (last === null) return ids
    const from = after
    ids.push(
      ...(await listIds(
        ctx,
        find((column) => sql`${column} > ${from}::bigint and ${column} <= ${last}::bigint`),
      )),
    )
    after = last
    await pause()
  }
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
  const finding = toFinding('files open to other users', isFixed ? before : now, isFixed)
  return finding === null ? [] : [finding]
}

export function toFinding(name: string, ids: readonly string[], isFixed: boolean): Finding | null {
  if (ids.length === 0) return null
  return { name, ids: ids.slice(0, maxShownIds), count: ids.length, isFixed }
}
