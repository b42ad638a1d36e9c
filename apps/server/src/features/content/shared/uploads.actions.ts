import { uploadsPath } from '@stoa/contract/features/uploads'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { idArray } from '../../../kernel/id-array.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import type { Actor } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import { isUploadVisibleTo } from './posts.visibility.ts'
import { uploads, uploadUses } from '../../../schema/uploads.ts'

/** The path is as written in the text. */
export type UsedFile = { id: string; path: string; width: number; height: number }

/** Matches the key at the start of a path below `/uploads/`; an attachment's name follows it. */
const keyPattern = /^(?:post\/[0-9a-f]{32}\.webp|files\/post\/[0-9a-f]{32}(?=\/))/

/** Further files in one text are shown, but not recorded as used. */
const maxFiles = 200

/**
 * The uploads among the paths of a text, without those the actor may not see: otherwise linking to a hidden file would
 * make it visible.
 */
export async function findUploadsByPath(
  db: ReadDb,
  actor: Actor,
  paths: readonly string[],
): Promise<UsedFile[]> {
  const byKey = new Map(
    paths.flatMap((path): [string, string][] => {
      const key = path.startsWith(uploadsPath)
        ? keyPattern.exec(path.slice(uploadsPath.length))
        : null
      return key === null ? [] : [[key[0], path]]
    }),
  )
  if (byKey.size === 0) return []
  const keys = [...byKey.keys()].slice(0, maxFiles)
  const { id, key, width, height } = uploads
  const rows = await db
    .select({ id, key, width, height })
    .from(uploads)
    .where(and(inArray(uploads.key, keys), isUploadVisibleTo(actor)))
    .orderBy(uploads.id)
    // Keeps the sweep job from deleting them before the text is written.
    .for('key share', { of: uploads })
  return rows.map((row) => ({ ...row, path: byKey.get(row.key) ?? '' }))
}

export function mayContainUploads(text: string) {
  return text.includes(uploadsPath)
}

/** Files that are no longer used stay recorded for the previous revisions. */
export async function saveFileUses(tx: Tx, objectId: string, files: readonly UsedFile[]) {
  const ids = idArray(files.map(({ id }) => id))
  await tx.execute(sql`
    with previous as (
      update ${uploadUses} set is_current = false
      where object_id = ${objectId}::bigint and is_current and upload_id <> all(${ids})
    ), used as (
      update ${uploads} set unused_since = null where id = any(${ids}) and unused_since is not null
    )
    insert into ${uploadUses} (upload_id, object_id) select unnest(${ids}), ${objectId}::bigint
    on conflict (upload_id, object_id) do update set is_current = true`)
}

/** For suggestions: keeps the files until somebody decides, and for the history of what was decided. */
export async function keepSuggestedFiles(tx: Tx, objectId: string, files: readonly UsedFile[]) {
  if (files.length === 0) return
  const ids = idArray(files.map(({ id }) => id))
  await tx.execute(sql`
    with used as (
      update ${uploads} set unused_since = null where id = any(${ids}) and unused_since is not null
    )
    insert into ${uploadUses} (upload_id, object_id, is_current)
    select unnest(${ids}), ${objectId}::bigint, false on conflict (upload_id, object_id) do nothing`)
}

/** For content without revisions: forgets files that are no longer used. */
export async function replaceFileUses(tx: Tx, objectId: string, files: readonly UsedFile[]) {
  await tx.execute(sql`
    with removed as (
      delete from ${uploadUses}
      where object_id = ${objectId}::bigint and upload_id <> all(${idArray(files.map(({ id }) => id))}) returning upload_id
    )
    update ${uploads} set unused_since = ${tx.now.toISOString()}::timestamptz
    where id in (select upload_id from removed) and not exists (
      select 1 from ${uploadUses} other
      where other.upload_id = ${uploads}.id and other.object_id <> ${objectId}::bigint)`)
  await saveFileUses(tx, objectId, files)
}

export function isUnused(): SQL {
  return sql`${uploads.unusedSince} is not null and not exists (
    select 1 from ${uploadUses} where ${eq(uploadUses.uploadId, uploads.id)})`
}
