import { sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { searchDocuments } from '../../../schema/search.ts'

/** Includes documents whose post no longer exists: indexing their ids removes them. */
export async function listIdsAfter(db: ReadDb, lastId: string, limit: number) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (
      (select id from ${questions} where id > ${lastId} order by id limit ${limit})
      union
      (select id from ${answers} where id > ${lastId} order by id limit ${limit})
      union
      (select object_id from ${searchDocuments} where object_id > ${lastId} order by object_id limit ${limit})
    ) as posts order by id limit ${limit}`)
  return rows.map(({ id }) => String(id))
}
