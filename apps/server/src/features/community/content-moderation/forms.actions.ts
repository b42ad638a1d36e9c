import { sql } from 'drizzle-orm'
import { typeOfId } from '@stoa/contract/ids'
import type { Tx } from '../../../kernel/context.ts'
import { conversions } from '../../../schema/conversions.ts'
import { answers, comments } from '../../../schema/posts.ts'
import { uploadUses } from '../../../schema/uploads.ts'
import { votes } from '../../../schema/votes.ts'

export async function saveConversion(tx: Tx, conversion: typeof conversions.$inferInsert) {
  const { isComment } = conversion
  await tx
    .insert(conversions)
    .values(conversion)
    .onConflictDoUpdate({ target: conversions.answerId, set: { isComment } })
}

/**
 * Copies upvotes to the other form, without points. Both keep them, so that converting back loses none. Requires the lock on
 * both.
 */
export async function copyUpvotes(tx: Tx, fromId: string, toId: string) {
  const table = typeOfId(toId) === 'answer' ? answers : comments
  await tx.execute(sql`
    with copied as (
      insert into ${votes} (user_id, object_id, value, created_at)
      select user_id, ${toId}::bigint, value, created_at from ${votes}
      where object_id = ${fromId}::bigint and value = 1
      on conflict do nothing returning value
    )
    update ${table} set score = score + (select count(*) from copied) where id = ${toId}::bigint`)
}

export async function copyFileUses(tx: Tx, fromId: string, toId: string) {
  await tx.execute(sql`
    insert into ${uploadUses} (upload_id, object_id, is_current)
    select upload_id, ${toId}::bigint, true from ${uploadUses}
    where object_id = ${fromId}::bigint and is_current
    on conflict (upload_id, object_id) do update set is_current = true`)
}
