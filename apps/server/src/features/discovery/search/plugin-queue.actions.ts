import { sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { idArray } from '../../../kernel/id-array.ts'
import { answers } from '../../../schema/posts.ts'
import { searchChanges } from '../../../schema/search.ts'

/**
 * The search plugin gets these posts, and the answers to them, because they are found by the tags of the question too. The
 * version is drawn after the change was committed and before the post is read for the plugin, so a higher version is never
 * older text.
 */
export async function queueChanges(tx: Tx, ids: readonly string[]) {
  await tx.execute(sql`
    insert into ${searchChanges} (object_id, version)
    select id, nextval('search_versions') from (
      select id from unnest(${idArray(ids)}) as post (id)
      union select ${answers.id} from ${answers} where ${answers.questionId} = any(${idArray(ids)})
      order by id
    ) as changed
    on conflict (object_id) do update set version = excluded.version, claimed_until = null`)
}
