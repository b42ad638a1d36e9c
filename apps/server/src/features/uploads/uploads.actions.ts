import { uploadsPath } from '@stoa/contract/features/uploads'
import { and, eq, sql } from 'drizzle-orm'
import { failField } from '../../kernel/errors.ts'
import { bytesPerMegabyte } from '../../kernel/http-form.ts'
import type { Tx } from '../../kernel/transact.ts'
import { uploads } from '../posts/uploads.table.ts'
import { users } from '../users/users.table.ts'

type Source = (typeof uploads.$inferSelect)['source']

/** What is kept of a file that was sent. */
export type StoredFile = {
  bytes: Uint8Array
  mediaType: string
  name?: string
  width?: number
  height?: number
}

type NewUpload = { key: string; userId: string; source: Source; file: StoredFile }

/** Records a file that was just stored, unless all files of the user would then exceed the limit. */
export async function recordUpload(tx: Tx, upload: NewUpload, storageLimit: number | null) {
  const { file, ...columns } = upload
  const { bytes, ...facts } = file
  if (storageLimit !== null) await assertRoom(tx, upload, storageLimit)
  const times = { createdAt: tx.now, unusedSince: tx.now }
  await tx.insert(uploads).values({ ...columns, ...facts, ...times, bytes: bytes.length })
}

/** The lock on the user makes the sum exact when several uploads end at once. */
async function assertRoom(tx: Tx, { userId, file }: NewUpload, storageLimit: number) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const [stored] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${uploads.bytes}), 0)`.mapWith(Number) })
    .from(uploads)
    .where(eq(uploads.userId, userId))
  if ((stored?.bytes ?? 0) + file.bytes.length <= storageLimit) return
  failField('file', 'upload.storage_full', { megabytes: storageLimit / bytesPerMegabyte })
}

/** Marks an upload as used; false unless this person sent it for this purpose. */
export async function claimUpload(tx: Tx, address: string, userId: string, source: Source) {
  const claimed = await tx
    .update(uploads)
    .set({ unusedSince: null })
    .where(
      and(eq(uploads.key, toKey(address)), eq(uploads.userId, userId), eq(uploads.source, source)),
    )
    .returning({ id: uploads.id })
  return claimed.length === 1
}

/** Leaves an upload to the sweeper. */
export async function releaseUpload(tx: Tx, address: string) {
  await tx
    .update(uploads)
    .set({ unusedSince: tx.now })
    .where(eq(uploads.key, toKey(address)))
}

/** The name in the file store; an address that is none of ours has none. */
function toKey(address: string) {
  return address.startsWith(uploadsPath) ? address.slice(uploadsPath.length) : ''
}
