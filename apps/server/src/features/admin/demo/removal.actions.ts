import { sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { transact } from '../../../kernel/transact.ts'
import { activities } from '../../../schema/activity.ts'
import { badgeAwards } from '../../../schema/badges.ts'
import { bookmarks } from '../../../schema/bookmarks.ts'
import { drafts } from '../../../schema/drafts.ts'
import { follows, mutedQuestions, userFollows } from '../../../schema/follows.ts'
import { ignoredTags } from '../../../schema/ignored-tags.ts'
import { invites } from '../../../schema/invites.ts'
import {
  dueMails,
  mailDeliveries,
  mailSchedules,
  notificationChoices,
  stoppedMails,
} from '../../../schema/mails.ts'
import { notificationEvents, notifications } from '../../../schema/notifications.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { reactions } from '../../../schema/reactions.ts'
import { reputationEntries } from '../../../schema/reputation.ts'
import { revisions } from '../../../schema/revisions.ts'
import { searchDocuments } from '../../../schema/search.ts'
import { suggestions } from '../../../schema/suggestions.ts'
import { tags } from '../../../schema/tags.ts'
import { uploads, uploadUses } from '../../../schema/uploads.ts'
import { users } from '../../../schema/users.ts'
import { questionViews } from '../../../schema/views.ts'
import { votes } from '../../../schema/votes.ts'
import { releaseFiles, removeFiles } from '../../content/uploads/stored-files.actions.ts'
import { removeFromSearch } from '../../discovery/search/search.actions.ts'
import { runChecks } from '../doctor/doctor.actions.ts'
import { isDemoUser } from './demo.actions.ts'

/**
 * Deletes demo users, everything they wrote and everything that others wrote on it. Counters and reputation of what stays
 * are recomputed. Returns the number of users.
 */
export async function removeDemoContent(ctx: Context) {
  if ((await ctx.primary.$count(users, isDemoUser())) === 0) return 0
  await removeFromSearch(ctx, await listPosts(ctx.primary))
  const { count, files } = await transact(ctx, async (tx) => {
    await selectDemoRows(tx)
    const deleted = await tx
      .delete(uploads)
      .where(sql`user_id in (select id from demo_users)`)
      .returning({ key: uploads.key, store: uploads.store })
    await releaseFiles(tx, deleted)
    for (const statement of deletions) await tx.execute(statement)
    const removed = await tx.delete(users).where(isDemoUser()).returning({ id: users.id })
    await tx.emit('demo.removed', { users: removed.length })
    return { count: removed.length, files: deleted }
  })
  await removeFiles(ctx, files)
  await runChecks(ctx, { repair: true })
  return count
}

/** Questions of demo users, their answers, and all answers to their questions. */
async function listPosts(db: ReadDb) {
  const { rows } = await db.execute<{ id: string }>(sql`
    with demo_users as (select id from users where ${isDemoUser()}),
    demo_questions as (select id from questions where user_id in (select id from demo_users))
    select id::text from demo_questions
    union select id::text from answers
      where user_id in (select id from demo_users) or question_id in (select id from demo_questions)`)
  return rows.map(({ id }) => id)
}

async function selectDemoRows(tx: Tx) {
  // Jobs that notify them wait, and then find that they are gone.
  await tx.execute(sql`select 1 from ${users} where ${isDemoUser()} order by id for update`)
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

const ofUsers = sql`in (select id from demo_users)`
const ofContent = sql`in (select id from demo_content)`
const ofTags = sql`in (select id from demo_tags)`

/** In the order of the foreign keys. */
const deletions = [
  sql`delete from ${uploadUses} where object_id ${ofContent} or object_id ${ofUsers}`,
  sql`delete from ${votes} where user_id ${ofUsers} or object_id ${ofContent}`,
  sql`delete from ${reactions} where user_id ${ofUsers} or object_id ${ofContent}`,
  sql`delete from ${follows} where user_id ${ofUsers} or object_id ${ofContent} or object_id ${ofTags}`,
  sql`delete from ${userFollows} where user_id ${ofUsers} or followed_id ${ofUsers}`,
  sql`delete from ${mutedQuestions} where user_id ${ofUsers}`,
  sql`delete from ${ignoredTags} where user_id ${ofUsers} or tag_id ${ofTags}`,
  sql`delete from ${bookmarks} where user_id ${ofUsers}`,
  sql`delete from ${drafts} where user_id ${ofUsers} or object_id ${ofContent}`,
  sql`delete from ${invites} where user_id ${ofUsers} or invited_by ${ofUsers}`,
  sql`delete from ${questionViews} where question_id ${ofContent}`,
  sql`delete from ${activities} where user_id ${ofUsers} or object_id ${ofContent} or object_id ${ofTags}`,
  sql`delete from ${dueMails} where user_id ${ofUsers} or subject_id ${ofContent}`,
  ...[mailSchedules, mailDeliveries, notificationChoices, stoppedMails].map(
    (table) => sql`delete from ${table} where user_id ${ofUsers}`,
  ),
  // Notifications of others that are about demo users too.
  sql`delete from ${notificationEvents} where actor_id ${ofUsers} or object_id ${ofContent} or source_id ${ofContent}`,
  sql`delete from ${notifications} where object_id in (select id from ${badgeAwards} where object_id ${ofContent})`,
  sql`delete from ${badgeAwards} where user_id ${ofUsers} or object_id ${ofContent}`,
  sql`delete from ${notifications} where user_id ${ofUsers} or object_id ${ofContent} or object_id ${ofTags}
    or (kind = 'reputation' and object_id in (select object_id from ${reputationEntries} where by_user_id ${ofUsers}))
    or (kind not in ('reputation', 'earned_badge') and not exists (select from ${notificationEvents} event
      where event.object_id = notifications.object_id and event.kind = notifications.kind
        and event.id between notifications.first_event_id and notifications.last_event_id))`,
  sql`delete from ${reputationEntries} where user_id ${ofUsers} or by_user_id ${ofUsers} or object_id ${ofContent} or object_id ${ofTags}`,
  sql`delete from ${suggestions} where user_id ${ofUsers} or decided_by ${ofUsers} or object_id ${ofContent} or object_id ${ofTags}`,
  sql`delete from ${revisions} where object_id ${ofContent} or object_id ${ofTags}`,
  sql`delete from ${searchDocuments} where object_id ${ofContent}`,
  sql`delete from ${comments} where id ${ofContent}`,
  sql`update ${questions} set accepted_answer_id = null, last_answer_id = null where id ${ofContent}`,
  sql`delete from ${answers} where id ${ofContent}`,
  sql`delete from ${questions} where id ${ofContent}`,
  sql`delete from ${tags} where id ${ofTags}`,
  // A tag that others have come to use stays, and belongs to the first admin.
  sql`update ${tags} set created_by = (select min(id) from ${users} where role_id = 2) where created_by ${ofUsers}`,
  sql`update ${revisions} set user_id = (select min(id) from ${users} where role_id = 2) where user_id ${ofUsers}`,
]
