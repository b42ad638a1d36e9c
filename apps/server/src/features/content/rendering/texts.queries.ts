import { typeOfId } from '@stoa/contract/ids'
import { and, eq, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { uploads, uploadUses } from '../../../schema/uploads.ts'

/** Tables with texts that plugins show. */
export const textTables = { question: questions, answer: answers, comment: comments, tag: tags }
export type TextType = keyof typeof textTables
export const textTypes = Object.keys(textTables) as TextType[]

export type StoredText = { id: string; type: TextType; markdown: string; html: string }
type TextRow = { id: string; markdown: string; html: string }

/** The last id of a part of a table, or null at its end. */
export async function findPartEnd(db: ReadDb, type: TextType, after: string, size: number) {
  const { rows } = await db.execute<{ last: string | null }>(sql`
    select max(id)::text as last from (
      select id from ${textTables[type]} where id > ${after}::bigint order by id limit ${size}) part`)
  return rows[0]?.last ?? null
}

/** Texts of a part that match the regular expression, in order of id. */
export async function findTexts(
  db: ReadDb,
  type: TextType,
  { pattern, after, last }: { pattern: string; after: string; last: string },
): Promise<StoredText[]> {
  const { rows } = await db.execute<TextRow>(sql`
    select id::text, original_text as markdown, parsed_text as html from ${textTables[type]}
    where id > ${after}::bigint and id <= ${last}::bigint and original_text ~* ${pattern} order by id`)
  return rows.map((row) => ({ ...row, type }))
}

export async function findText(db: ReadDb, id: string): Promise<StoredText | null> {
  const type = textTypes.find((one) => one === typeOfId(id))
  if (type === undefined) return null
  const { rows } = await db.execute<TextRow>(sql`
    select id::text, original_text as markdown, parsed_text as html from ${textTables[type]} where id = ${id}::bigint`)
  const [row] = rows
  return row === undefined ? null : { ...row, id, type }
}

/** Sizes of the images that a text uses, by their keys. */
export async function findImageSizes(db: ReadDb, id: string) {
  const { key, width, height } = uploads
  return await db
    .select({ key, width, height })
    .from(uploadUses)
    .innerJoin(uploads, eq(uploads.id, uploadUses.uploadId))
    .where(and(eq(uploadUses.objectId, id), eq(uploadUses.isCurrent, true), sql`${width} > 0`))
}
