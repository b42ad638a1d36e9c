import { and, eq } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import type { Actor } from '../../kernel/rules.ts'
import { isUploadVisibleTo } from '../posts/posts.visibility.ts'
import { uploads } from '../posts/uploads.table.ts'

/** A file of a post that the reader may open; what they may not is answered like what does not exist. */
export async function findServed(db: Db, key: string, who: Actor | null) {
  const [file] = await db
    .select({ mediaType: uploads.mediaType, name: uploads.name })
    .from(uploads)
    .where(and(eq(uploads.key, key), isUploadVisibleTo(who)))
  return file ?? null
}
