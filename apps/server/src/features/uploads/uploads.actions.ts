import { uploadsPath } from '@stoa/contract/features/uploads'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/transact.ts'
import type { Picture } from './images.ts'
import { uploads } from './uploads.table.ts'

type Source = (typeof uploads.$inferSelect)['source']

/** Notes a file that was just stored. */
export async function recordUpload(
  tx: Tx,
  upload: { key: string; userId: string; source: Source; picture: Picture },
) {
  const { key, userId, source, picture } = upload
  await tx.insert(uploads).values({
    key,
    userId,
    source,
    mediaType: picture.mediaType,
    bytes: picture.bytes.length,
    width: picture.width,
    height: picture.height,
    createdAt: tx.now,
  })
}

/** Marks an upload as used; false unless this person sent it for this purpose. */
export async function claimUpload(tx: Tx, address: string, userId: string, source: Source) {
  const claimed = await tx
    .update(uploads)
    .set({ usedAt: tx.now })
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
    .set({ usedAt: null })
    .where(eq(uploads.key, toKey(address)))
}

/** The name in the file store; an address that is none of ours has none. */
function toKey(address: string) {
  return address.startsWith(uploadsPath) ? address.slice(uploadsPath.length) : ''
}
