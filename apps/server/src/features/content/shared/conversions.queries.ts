import { typeOfId } from '@stoa/contract/ids'
import { eq } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { conversions } from '../../../schema/conversions.ts'

/** The answer and the comment that are the same text, if it was ever converted. */
export async function findConversion(db: ReadDb, objectId: string) {
  const isAnswer = typeOfId(objectId) === 'answer'
  const [found] = await db
    .select()
    .from(conversions)
    .where(eq(isAnswer ? conversions.answerId : conversions.commentId, objectId))
  return found ?? null
}

/** Restoring both forms would show the text twice. Requires the lock on the object. */
export async function assertNotConverted(db: ReadDb, objectId: string) {
  const found = await findConversion(db, objectId)
  if (found === null) return
  if (found.isComment && found.answerId === objectId) fail('answer.converted')
  if (!found.isComment && found.commentId === objectId) fail('comment.converted')
}
