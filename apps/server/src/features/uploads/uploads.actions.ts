import { uploadsPath } from '@stoa/contract/features/uploads'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transact.ts'
import { uploads } from '../posts/uploads.table.ts'

type Source = (typeof uploads.$inferSelect)['source']

/** What is kept of a file that was sent. */
export type StoredFile = {
  bytes: Uint8Array
  mediaType: string
  name?: string
  width?: number
  height?: number
}

/** Notes a file that was just stored. */
export async function recordUpload(
  tx: Tx,
  upload: { key: string; userId: string; source: Source; file: StoredFile },
) {
  const { file, ...columns } = upload
  const { bytes, ...facts } = file
  const times = { createdAt: tx.now, unusedSince: tx.now }
  await tx.insert(uploads).values({ ...columns, ...facts, ...times, bytes: bytes.length })
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
