import { type SQL, sql } from 'drizzle-orm'
import { idArray } from '../../../kernel/id-array.ts'
import type { Tx } from '../../../kernel/context.ts'
import { activities } from '../../../schema/activity.ts'
import { drafts } from '../../../schema/drafts.ts'
import { flagCases } from '../../../schema/flags.ts'
import { follows } from '../../../schema/follows.ts'
import { heldPosts } from '../../../schema/held-posts.ts'
import { questionLinks } from '../../../schema/links.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { reactions } from '../../../schema/reactions.ts'
import { reputationEntries } from '../../../schema/reputation.ts'
import { reviewClaims, reviewSkips } from '../../../schema/review.ts'
import { revisions } from '../../../schema/revisions.ts'
import { suggestions } from '../../../schema/suggestions.ts'
import { uploads, uploadUses } from '../../../schema/uploads.ts'
import { removedPosts } from '../../../schema/user-moderation.ts'
import { questionViews } from '../../../schema/views.ts'
import { reversedVotes, votes } from '../../../schema/votes.ts'
import { postTraces } from '../../../schema/waves.ts'
import type { RemovableContent } from './removal.queries.ts'

/** Deletes locked content whose reputation is hidden. What refers to a question by a foreign key is deleted with it. */
export async function deleteRows(tx: Tx, content: RemovableContent) {
  const { kind, id, answerIds, commentIds } = content
  const posts = kind === 'question' ? [id, ...answerIds] : answerIds
  const all = idArray([...posts, ...commentIds])
  const files = await releaseFiles(tx, all)
  await deleteReviewState(tx, all)
  for (const table of objectTables)
    await tx.execute(sql`delete from ${table} where object_id = any(${all})`)
  await tx.execute(sql`delete from ${questionLinks} where from_post_id = any(${idArray(posts)})`)
  // Replies outside of the removed content stay.
  await tx.execute(
    sql`update ${comments} set reply_to_id = null where reply_to_id = any(${idArray(commentIds)})`,
  )
  await tx.execute(sql`delete from ${comments} where id = any(${idArray(commentIds)})`)
  if (kind === 'question') {
    await tx.execute(sql`delete from ${questionViews} where question_id = ${id}::bigint`)
    await tx.execute(
      sql`update ${questions} set accepted_answer_id = null, last_answer_id = null where id = ${id}::bigint`,
    )
  }
  await tx.execute(sql`delete from ${answers} where id = any(${idArray(answerIds)})`)
  if (kind === 'question') await tx.execute(sql`delete from ${questions} where id = ${id}::bigint`)
  return { files }
}

/** The entries of the ledger add up to zero for every user, because they are hidden. */
const objectTables = [
  votes,
  reversedVotes,
  postTraces,
  reactions,
  follows,
  drafts,
  activities,
  reputationEntries,
  revisions,
  suggestions,
  flagCases,
  heldPosts,
  removedPosts,
]

/** Files that nothing else uses are deleted by the job of the uploads. */
async function releaseFiles(tx: Tx, all: SQL) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with released as (
      delete from ${uploadUses} where object_id = any(${all}) returning upload_id
    )
    update ${uploads} set unused_since = ${tx.now.toISOString()}::timestamptz
    where id in (select upload_id from released) and not exists (
      select 1 from ${uploadUses} other
      where other.upload_id = ${uploads}.id and other.object_id <> all(${all}))
    returning id`)
  return rows.length
}

async function deleteReviewState(tx: Tx, all: SQL) {
  const cases = sql`
    select 'flagged_post', id from ${flagCases} where object_id = any(${all})
    union all select 'queued_post', id from ${heldPosts} where object_id = any(${all})
    union all select 'suggested_post_edit', id from ${suggestions} where object_id = any(${all})`
  for (const table of [reviewClaims, reviewSkips])
    await tx.execute(sql`delete from ${table} where (queue, case_id) in (${cases})`)
}
