import { sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import type { Db } from '../../../kernel/database.ts'
import { allPagesKey } from '../../../kernel/page-keys.ts'
import { transact } from '../../../kernel/transact.ts'
import { runChecks } from '../doctor/doctor.actions.ts'
import { uploads } from '../../../schema/uploads.ts'
import { removeFromSearch } from '../../discovery/search/search.actions.ts'
import { users } from '../../../schema/users.ts'
import { isDemoUser } from './demo.actions.ts'

/**
 * Deletes demo users, everything they wrote and everything that others wrote on it. Counters and reputation of what stays
 * are recomputed. Returns the number of users.
 */
export async function removeDemoContent(ctx: Context) {
  await removeFromSearch(ctx, await listPosts(ctx.primary))
  const { count, keys } = await transact(ctx, async (tx) => {
    await selectDemoRows(tx)
    tx.invalidatePages([allPagesKey], 'now')
    const files = await tx
      .delete(uploads)
      .where(sql`user_id in (select id from demo_users)`)
      .returning({ key: uploads.key })
    for (const statement of deletions) await tx.execute(sql.raw(statement))
    const removed = await tx.delete(users).where(isDemoUser()).returning({ id: users.id })
    return { count: removed.length, keys: files.map(({ key }) => key) }
  })
  for (const key of keys) await ctx.files.remove(key)
  await runChecks(ctx, { repair: true })
  return count
}

/** Questions of demo users, their answers, and all answers to their questions. */
async function listPosts(db: Db) {
  const { rows } = await db.execute<{ id: string }>(sql`
    with demo_users as (select id from users where ${isDemoUser()}),
    demo_questions as (select id from questions where user_id in (select id from demo_users))
    select id::text from demo_questions
    union select id::text from answers
      where user_id in (select id from demo_users) or question_id in (select id from demo_questions)`)
  return rows.map(({ id }) => id)
}

async function selectDemoRows(tx: Tx) {
  await tx.execute(sql`create temp table demo_users on commit drop as
    select id from users where ${isDemoUser()}`)
  await tx.execute(sql`create temp table demo_questions on commit drop as
    select id from questions where user_id in (select id from demo_users)`)
  await tx.execute(sql`create temp table demo_answers on commit drop as
    select id from answers
    where user_id in (select id from demo_users) or question_id in (select id from demo_questions)`)
  await tx.execute(sql`create temp table demo_content on commit drop as
    select id from demo_questions
    union select id from demo_answers
    union select id from comments
      where user_id in (select id from demo_users) or question_id in (select id from demo_questions)
        or answer_id in (select id from demo_answers)`)
  // Tags that nothing but demo questions use.
  await tx.execute(sql`create temp table demo_tags on commit drop as
    select id from tags where created_by in (select id from demo_users) and not exists (
      select from question_tags where tag_id = tags.id
        and question_id not in (select id from demo_questions))`)
}

const ofUsers = 'in (select id from demo_users)'
const ofContent = 'in (select id from demo_content)'
const ofTags = 'in (select id from demo_tags)'

/** In the order of the foreign keys. */
const deletions = [
  `delete from upload_uses where object_id ${ofContent} or object_id ${ofUsers}`,
  `delete from votes where user_id ${ofUsers} or object_id ${ofContent}`,
  `delete from reactions where user_id ${ofUsers} or object_id ${ofContent}`,
  `delete from follows where user_id ${ofUsers} or object_id ${ofContent} or object_id ${ofTags}`,
  `delete from bookmarks where user_id ${ofUsers}`,
  `delete from drafts where user_id ${ofUsers} or object_id ${ofContent}`,
  `delete from invites where user_id ${ofUsers} or invited_by ${ofUsers}`,
  `delete from question_views where question_id ${ofContent}`,
  `delete from activities where user_id ${ofUsers} or object_id ${ofContent} or object_id ${ofTags}`,
  `delete from reputation_entries where user_id ${ofUsers} or by_user_id ${ofUsers} or object_id ${ofContent}`,
  `delete from revisions where object_id ${ofContent} or object_id ${ofTags}`,
  `delete from search_documents where object_id ${ofContent}`,
  `delete from comments where id ${ofContent}`,
  `update questions set accepted_answer_id = null, last_answer_id = null where id ${ofContent}`,
  `delete from answers where id ${ofContent}`,
  `delete from questions where id ${ofContent}`,
  `delete from tags where id ${ofTags}`,
  // A tag that others have come to use stays, and belongs to the first admin.
  `update tags set created_by = (select min(id) from users where role_id = 2) where created_by ${ofUsers}`,
  `update revisions set user_id = (select min(id) from users where role_id = 2) where user_id ${ofUsers}`,
]
