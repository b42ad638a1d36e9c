import { bytesPerMegabyte } from '@stoa/contract/settings/writing'
import { uploadsPath } from '@stoa/contract/features/uploads'
import { and, eq, sql } from 'drizzle-orm'
import { failField } from '../../../kernel/errors.ts'
import type { Tx } from '../../../kernel/context.ts'
import { uploads } from '../../../schema/uploads.ts'
import { users } from '../../../schema/users.ts'
import { type FilePlace, keepFile } from './stored-files.actions.ts'

type Source = (typeof uploads.$inferSelect)['source']

export type StoredFile = {
  bytes: Uint8Array
  mediaType: string
  name?: string
  width?: number
  height?: number
}

type NewUpload = FilePlace & { userId: string; source: Source; file: StoredFile }

/** Fails when the user's files would exceed the storage limit. */
export async function recordUpload(tx: Tx, upload: NewUpload, storageLimit: number | null) {
  const { file, ...columns } = upload
  const { bytes, ...metadata } = file
  if (storageLimit !== null) await assertStorageLeft(tx, upload, storageLimit)
  await keepFile(tx, upload)
  const times = { createdAt: tx.now, unusedSince: tx.now }
  await tx.insert(uploads).values({ ...columns, ...metadata, ...times, bytes: bytes.length })
}

/** Locks the user, so that the sum is exact for concurrent uploads. */
async function assertStorageLeft(tx: Tx, { userId, file }: NewUpload, storageLimit: number) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const [stored] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${uploads.bytes}), 0)`.mapWith(Number) })
    .from(uploads)
    .where(eq(uploads.userId, userId))
  if ((stored?.bytes ?? 0) + file.bytes.length <= storageLimit) return
  failField('file', 'upload.storage_full', { megabytes: storageLimit / bytesPerMegabyte })
}

/** Marks an upload as used. Returns false unless this user uploaded it for this purpose. */
export async function claimUpload(tx: Tx, path: string, userId: string, source: Source) {
  const claimed = await tx
    .update(uploads)
    .set({ unusedSince: null })
    .where(
      and(eq(uploads.key, toKey(path)), eq(uploads.userId, userId), eq(uploads.source, source)),
    )
    .returning({ id: uploads.id })
  return claimed.length === 1
}

/** Whoever uploaded it: several admins share the images of the site. Returns false if there is no such image. */
export async function keepBrandingImage(tx: Tx, path: string) {
  const kept = await tx
    .update(uploads)
    .set({ unusedSince: null })
    .where(and(eq(uploads.key, toKey(path)), eq(uploads.source, 'branding')))
    .returning({ id: uploads.id })
  return kept.length === 1
}

/** Marks an upload as unused; the sweep job deletes it later. */
export async function releaseUpload(tx: Tx, path: string) {
  await tx
    .update(uploads)
    .set({ unusedSince: tx.now })
    .where(eq(uploads.key, toKey(path)))
}

/** The key in the file store; empty for paths outside `/uploads/`. */
function toKey(path: string) {
  return path.startsWith(uploadsPath) ? path.slice(uploadsPath.length) : ''
}
