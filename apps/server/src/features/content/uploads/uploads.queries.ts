import { and, eq } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { isUploadVisibleTo } from '../shared/posts.visibility.ts'
import { uploads } from '../../../schema/uploads.ts'

export async function findVisibleFile(db: ReadDb, key: string, actor: Actor | null) {
  const [file] = await db
    .select({ mediaType: uploads.mediaType, name: uploads.name })
    .from(uploads)
    .where(and(eq(uploads.key, key), isUploadVisibleTo(actor)))
  return file ?? null
}
