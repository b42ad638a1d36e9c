import { uploadsPath } from '@stoa/contract/features/uploads'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import type { Actor } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import { isUploadVisibleTo } from './posts.visibility.ts'
import { uploads, uploadUses } from './uploads.table.ts'

/** A file that a text shows or links to, by the path it is written with. */
export type UsedFile = { id: string; path: string; width: number; height: number }

/** The part of an address below `/uploads/` that names the file; an attachment's own name follows it. */
const keyForm = /^(?:post\/[0-9a-f]{32}\.webp|files\/post\/[0-9a-f]{32}(?=\/))/

/** More than this many files in one text are shown, but not kept for it. */
const mostFiles = 200

/**
 * The uploads among the paths of a text. One that its author may not open counts like one that is not there:
 * whoever knows the address of a hidden file does not bring it to light by writing it down.
 */
export async function findFiles(db: Db, who: Actor, paths: readonly string[]): Promise<UsedFile[]> {
  const byKey = new Map(
    paths.flatMap((path): [string, string][] => {
      const key = path.startsWith(uploadsPath) ? keyForm.exec(path.slice(uploadsPath.length)) : null
      return key === null ? [] : [[key[0], path]]
    }),
  )
  if (byKey.size === 0) return []
  const keys = [...byKey.keys()].slice(0, mostFiles)
  const { id, key, width, height } = uploads
  const rows = await db
    .select({ id, key, width, height })
    .from(uploads)
    .where(and(inArray(uploads.key, keys), isUploadVisibleTo(who)))
    .orderBy(uploads.id)
    // Until the text is written the sweeper leaves them alone.
    .for('key share', { of: uploads })
  return rows.map((row) => ({ ...row, path: byKey.get(row.key) ?? '' }))
}

/** Whether a text may have named files before it was changed. */
export function mayNameFiles(text: string) {
  return text.includes(uploadsPath)
}

/** Keeps which files an object shows from now on. Those it showed before stay with its revisions. */
export async function keepUses(tx: Tx, objectId: string, files: readonly UsedFile[]) {
  const ids = toArray(files)
  await tx.execute(sql`
    with past as (
      update ${uploadUses} set is_current = false
      where object_id = ${objectId}::bigint and is_current and upload_id <> all(${ids})
    ), used as (
      update ${uploads} set unused_since = null where id = any(${ids}) and unused_since is not null
    )
    insert into ${uploadUses} (upload_id, object_id) select unnest(${ids}), ${objectId}::bigint
    on conflict (upload_id, object_id) do update set is_current = true`)
}

/** The same for a text that keeps no revisions: what it no longer names, it uses no more. */
export async function replaceUses(tx: Tx, objectId: string, files: readonly UsedFile[]) {
  await tx.execute(sql`
    with gone as (
      delete from ${uploadUses}
      where object_id = ${objectId}::bigint and upload_id <> all(${toArray(files)}) returning upload_id
    )
    update ${uploads} set unused_since = ${tx.now.toISOString()}::timestamptz
    where id in (select upload_id from gone) and not exists (
      select 1 from ${uploadUses} other
      where other.upload_id = ${uploads}.id and other.object_id <> ${objectId}::bigint)`)
  await keepUses(tx, objectId, files)
}

/** Whether nothing at all uses a file: asked again under its lock before it is removed. */
export function isUnused(): SQL {
  return sql`${uploads.unusedSince} is not null and not exists (
    select 1 from ${uploadUses} where ${eq(uploadUses.uploadId, uploads.id)})`
}

function toArray(files: readonly UsedFile[]): SQL {
  return sql`string_to_array(${files.map(({ id }) => id).join(',')}, ',')::bigint[]`
}
