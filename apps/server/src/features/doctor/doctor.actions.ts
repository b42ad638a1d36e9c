import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import type { Config } from '../../kernel/config.ts'
import type { Db } from '../../kernel/database.ts'
import { listExposed } from '../../kernel/private-files.ts'
import { transact } from '../../kernel/transact.ts'
import { forbiddenChecks, keptChecks, tagSetsCheck } from './doctor.checks.ts'

/** What is wrong: how many rows or files, the first of them, and whether they were put right. */
export type Finding = { name: string; ids: string[]; count: number; isFixed: boolean }

const shown = 5

/** Looks at everything that is kept beside the rows it is made of, and on wish makes it anew. */
export async function examine(ctx: Context, { fixes }: { fixes: boolean }): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const check of keptChecks) {
    const ids = await idsOf(ctx.primary, wrong(check))
    if (ids.length === 0) continue
    if (fixes) await fix(ctx, check.table, ids, (some) => [made(check, some)])
    findings.push(toFinding(check.name, ids, fixes))
  }
  const untrue = await idsOf(ctx.primary, tagSetsCheck.find)
  if (untrue.length > 0) {
    if (fixes) await fix(ctx, 'questions', untrue, tagSetsCheck.mend)
    findings.push(toFinding(tagSetsCheck.name, untrue, fixes))
  }
  for (const { name, find } of forbiddenChecks) {
    const ids = await idsOf(ctx.primary, find)
    if (ids.length > 0) findings.push(toFinding(name, ids, false))
  }
  return findings
}

/** How much the files of all users occupy. */
export async function measureUploads(db: Db) {
  const { rows } = await db.execute<{ files: string; bytes: string }>(
    sql`select count(*) as files, coalesce(sum(bytes), 0) as bytes from uploads`,
  )
  return { files: Number(rows[0]?.files), megabytes: Number(rows[0]?.bytes) / 1024 / 1024 }
}

type Check = (typeof keptChecks)[number]

function wrong({ table, column, expected }: Check): SQL {
  return sql`select id from ${sql.identifier(table)} where ${sql.identifier(column)} is distinct from ${expected}`
}

/** How many rows are locked at once: people go on writing meanwhile. */
const batch = 500

function made({ table, column, expected }: Check, ids: SQL): SQL {
  return sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${expected} where id = any(${ids})`
}

type Mend = (ids: SQL) => SQL[]

/** Locks some of the rows and looks again: what was under way when they were found may be done by now. */
async function fix(ctx: Context, table: string, ids: readonly string[], mend: Mend) {
  for (let start = 0; start < ids.length; start += batch) {
    const some = sql`string_to_array(${ids.slice(start, start + batch).join(',')}, ',')::bigint[]`
    await transact(ctx, async (tx) => {
      await tx.execute(
        sql`select id from ${sql.identifier(table)} where id = any(${some}) order by id for no key update`,
      )
      for (const statement of mend(some)) await tx.execute(statement)
    })
  }
}

/** A look at a whole table takes as long as it takes. */
async function idsOf(db: Db, find: SQL) {
  return await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    const { rows } = await tx.execute<{ id: string }>(find)
    return rows.map(({ id }) => String(id))
  })
}

/** Files that other users could access before the site was opened, which repairs what it may. */
export function examineFiles(config: Config, exposed: readonly string[]): Finding[] {
  if (exposed.length === 0) return []
  const left = [...listExposed(config)]
  const isFixed = left.length === 0
  return [toFinding('files open to other users', isFixed ? exposed : left, isFixed)]
}

function toFinding(name: string, ids: readonly string[], isFixed: boolean): Finding {
  return { name, ids: ids.slice(0, shown), count: ids.length, isFixed }
}
