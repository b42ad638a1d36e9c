import { type Column, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { activities } from '../../../schema/activity.ts'
import { badgeAwards, badges } from '../../../schema/badges.ts'
import { bookmarks } from '../../../schema/bookmarks.ts'
import { conversions } from '../../../schema/conversions.ts'
import { follows } from '../../../schema/follows.ts'
import { heldPosts } from '../../../schema/held-posts.ts'
import { questionLinks } from '../../../schema/links.ts'
import { notificationEvents, notifications } from '../../../schema/notifications.ts'
import { answers, comments, questions, questionTags, tagSets } from '../../../schema/posts.ts'
import { reactions } from '../../../schema/reactions.ts'
import { isForOwnAct, reputationEntries } from '../../../schema/reputation.ts'
import { revisions } from '../../../schema/revisions.ts'
import { suggestions } from '../../../schema/suggestions.ts'
import { tags } from '../../../schema/tags.ts'
import { uploads, uploadUses } from '../../../schema/uploads.ts'
import { users } from '../../../schema/users.ts'
import { votes } from '../../../schema/votes.ts'

/** `expected` recomputes the column from the rows it is derived from. */
type DenormalizedColumn = {
  name: string
  table: string
  key: Column
  column: string
  expected: SQL
}

const denormalized = ({ table, name }: Column, expected: SQL): DenormalizedColumn => {
  const tableName = getTableName(table)
  const { id: key } = getTableColumns(table) as { id: Column }
  return { name: `${tableName}.${name}`, table: tableName, key, column: name, expected }
}

type ContentTable = PgTable & { id: Column }

const sumOfVotes = (content: ContentTable) =>
  sql`(select coalesce(sum(${votes.value}), 0) from ${votes} where ${votes.objectId} = ${content.id})`
const openAnswers = sql`from ${answers} where ${answers.questionId} = ${questions.id} and ${answers.status} = 1`

/** Ordered: later columns depend on earlier ones. */
export const columnChecks: readonly DenormalizedColumn[] = [
  denormalized(questions.score, sumOfVotes(questions)),
  denormalized(answers.score, sumOfVotes(answers)),
  denormalized(comments.score, sumOfVotes(comments)),
  denormalized(questions.answerCount, sql`(select count(*) ${openAnswers})`),
  denormalized(questions.lastAnswerId, sql`(select max(${answers.id}) ${openAnswers})`),
  denormalized(
    questions.acceptedAnswerId,
    sql`(select ${answers.id} ${openAnswers} and ${answers.id} = ${questions.acceptedAnswerId})`,
  ),
  denormalized(
    questions.isAnswered,
    sql`(${questions.acceptedAnswerId} is not null or exists (select 1 ${openAnswers} and ${answers.score} > 0))`,
  ),
  denormalized(
    questions.commentCount,
    sql`(
      select count(*) from ${comments} where ${comments.questionId} = ${questions.id}
        and ${comments.answerId} is null and ${comments.status} = 1)`,
  ),
  denormalized(
    answers.commentCount,
    // The question id is needed to use the index.
    sql`(
      select count(*) from ${comments} where ${comments.questionId} = ${answers.questionId}
        and ${comments.answerId} = ${answers.id} and ${comments.status} = 1)`,
  ),
  denormalized(
    questions.bookmarkCount,
    sql`(select count(*) from ${bookmarks} where ${bookmarks.questionId} = ${questions.id})`,
  ),
  denormalized(
    questions.followCount,
    sql`(select count(*) from ${follows} where ${follows.objectId} = ${questions.id})`,
  ),
  denormalized(
    tags.followCount,
    sql`(select count(*) from ${follows} where ${follows.objectId} = ${tags.id})`,
  ),
  denormalized(
    questions.linkedCount,
    sql`(
      select count(distinct link.from_question_id) from ${questionLinks} link
      join ${questions} origin on origin.id = link.from_question_id
      where link.to_question_id = ${questions.id} and origin.status in (1, 2) and origin.is_listed
        and not exists (
          select 1 from ${answers} where ${answers.id} = link.from_post_id and ${answers.status} <> 1))`,
  ),
  denormalized(
    tags.questionCount,
    sql`(
      select count(*) from ${questionTags} join ${questions} on ${questions.id} = ${questionTags.questionId}
      where ${questionTags.tagId} = ${tags.id} and ${questions.status} in (1, 2) and ${questions.isListed})`,
  ),
  denormalized(
    users.points,
    sql`(
      select coalesce(sum(${reputationEntries.points}), 0) from ${reputationEntries}
      where ${reputationEntries.userId} = ${users.id})`,
  ),
  denormalized(
    users.questionCount,
    sql`(
      select count(*) from ${questions}
      where ${questions.userId} = ${users.id} and ${questions.status} in (1, 2) and ${questions.isListed})`,
  ),
  denormalized(
    users.answerCount,
    sql`(select count(*) from ${answers} where ${answers.userId} = ${users.id} and ${answers.status} = 1)`,
  ),
  denormalized(
    badges.awardCount,
    sql`(select count(*) from ${badgeAwards} where ${badgeAwards.badgeId} = ${badges.id} and ${badgeAwards.takenBackAt} is null)`,
  ),
]

/** Whether a column is in the range of keys that one statement compares. */
type IsInRange = (column: Column | SQL) => SQL

/** Maintained by triggers: wrong only when they were bypassed. */
export const tagSetsCheck = {
  name: 'questions whose tags differ from tag_sets',
  key: questions.id,
  find: (isInRange: IsInRange) => sql`
    select coalesce(stored.question_id, expected.question_id) as id from (
      select * from ${tagSets} where ${isInRange(tagSets.questionId)}
    ) stored full join (
      select question_id, min(asked_at) as asked_at, array_agg(tag_id order by tag_id) as tag_ids
      from ${questionTags} where ${isInRange(questionTags.questionId)} group by question_id
    ) expected on expected.question_id = stored.question_id
    where expected.tag_ids is distinct from stored.tag_ids
      or expected.asked_at is distinct from stored.asked_at`,
  /** A no-op update makes the triggers run again. */
  repair: (ids: SQL) => [
    sql`delete from ${tagSets} where question_id = any(${ids})`,
    sql`update ${questionTags} set position = position where question_id = any(${ids})`,
  ],
}

/**
 * Finds rows that must not exist. They need a manual decision and are not repaired. Large tables are read in ranges of an
 * indexed key, small ones by one statement.
 */
type IntegrityCheck =
  | { name: string; find: SQL }
  | { name: string; key: Column; find: (isInRange: IsInRange) => SQL }

const postTables = [questions, answers]
const revisedTables = [...postTables, comments, tags]

/** Uses one subquery per table: a list of all ids would not fit into memory on a large site. */
const orphanCheck = (
  table: PgTable & { objectId: Column },
  targets: readonly ContentTable[],
): IntegrityCheck => {
  const isMissing = targets.map(
    (target) => sql`not exists (select 1 from ${target} where ${target.id} = ${table.objectId})`,
  )
  return {
    name: `${getTableName(table)} of missing objects`,
    key: table.objectId,
    find: (isInRange) => sql`
      select distinct ${table.objectId} as id from ${table}
      where ${isInRange(table.objectId)} and ${sql.join(isMissing, sql` and `)}`,
  }
}

const revisionCheck = (
  table: ContentTable & { version: Column },
  isDifferent: SQL,
): IntegrityCheck => ({
  name: `${getTableName(table)} that differ from their latest revision`,
  key: table.id,
  find: (isInRange) => sql`
    select ${table.id} from ${table} left join ${revisions} on ${revisions.objectId} = ${table.id}
      and ${revisions.version} = ${table.version}
    where ${isInRange(table.id)} and (${revisions.id} is null or ${isDifferent}
      or exists (
        select 1 from ${revisions} later where later.object_id = ${table.id} and later.version > ${table.version}))`,
})

const pendingContent = sql`
  select id from ${questions} where status = 11 union all select id from ${answers} where status = 11
  union all select id from ${comments} where status = 11`

export const integrityChecks: readonly IntegrityCheck[] = [
  revisionCheck(
    questions,
    sql`${revisions.originalText} <> ${questions.originalText} or ${revisions.title} <> ${questions.title}`,
  ),
  revisionCheck(answers, sql`${revisions.originalText} <> ${answers.originalText}`),
  revisionCheck(
    tags,
    sql`${revisions.originalText} <> ${tags.originalText} or ${revisions.slugName} <> ${tags.slugName}`,
  ),
  orphanCheck(votes, [...postTables, comments]),
  orphanCheck(follows, [questions, tags]),
  orphanCheck(reactions, postTables),
  orphanCheck(revisions, revisedTables),
  orphanCheck(activities, revisedTables),
  orphanCheck(uploadUses, [...revisedTables, users]),
  // Approved edits of tags are paid too.
  orphanCheck(reputationEntries, [...postTables, tags]),
  orphanCheck(suggestions, [...postTables, tags]),
  {
    name: 'notifications of reputation that differ from the ledger',
    key: notifications.id,
    find: (isInRange) => sql`
      select id from ${notifications} where ${isInRange(notifications.id)} and kind = 'reputation' and points <> (
        select coalesce(sum(entry.points), 0) from ${reputationEntries} entry
        where entry.object_id = notifications.object_id and entry.user_id = notifications.user_id
          and not ${isForOwnAct})`,
  },
  {
    name: 'notifications without an event',
    key: notifications.id,
    find: (isInRange) => sql`
      select id from ${notifications} where ${isInRange(notifications.id)} and kind not in ('reputation', 'earned_badge') and not exists (
        select 1 from ${notificationEvents} event where event.object_id = notifications.object_id
          and event.kind = notifications.kind and not event.is_void
          and event.id between notifications.first_event_id and notifications.last_event_id
          and event.receiver_id in (0, notifications.user_id))`,
  },
  {
    name: 'badges of missing posts',
    find: sql`
      select object_id as id from ${badgeAwards} where object_id is not null
        and not exists (select 1 from ${questions} where ${questions.id} = object_id)
        and not exists (select 1 from ${answers} where ${answers.id} = object_id)`,
  },
  {
    name: 'notifications of badges without an award',
    key: notifications.id,
    find: (isInRange) => sql`
      select id from ${notifications} where ${isInRange(notifications.id)} and kind = 'earned_badge' and not exists (
        select 1 from ${badgeAwards} award where award.id = notifications.object_id
          and award.user_id = notifications.user_id)`,
  },
  {
    name: 'approved edits that differ from the reputation for them',
    find: sql`
      select object_id as id from (
        select object_id, user_id, 2 * count(*) as points from ${suggestions} where status = 2 group by 1, 2
      ) approved full join (
        select object_id, user_id, sum(points) as points from ${reputationEntries}
        where kind = 'edit.accepted' and change in ('given', 'taken_back') group by 1, 2 having sum(points) <> 0
      ) granted using (object_id, user_id)
      where approved.points is distinct from granted.points`,
  },
  {
    name: 'reputation for votes that do not exist',
    key: reputationEntries.objectId,
    find: (isInRange) => sql`
      select object_id as id from (
        select object_id, by_user_id, case when kind like '%.voted_up' then 1 else -1 end as value
        from ${reputationEntries} where ${isInRange(reputationEntries.objectId)} and kind like '%.vote%' and change not in ('deleted', 'restored')
        group by object_id, by_user_id, kind having sum(points) <> 0
      ) granted
      where not exists (
        select 1 from ${votes} where ${votes.userId} = granted.by_user_id
          and ${votes.objectId} = granted.object_id and ${votes.value} = granted.value)`,
  },
  {
    name: 'converted content that is shown in both forms',
    find: sql`
      select ${conversions.answerId} as id from ${conversions}
      join ${answers} on ${answers.id} = ${conversions.answerId}
      join ${comments} on ${comments.id} = ${conversions.commentId}
      where case when ${conversions.isComment} then ${answers.status} else ${comments.status} end <> 10`,
  },
  {
    name: 'comments that reply to a comment on another post',
    key: comments.id,
    find: (isInRange) => sql`
      select reply.id from ${comments} reply join ${comments} on ${comments.id} = reply.reply_to_id
      where ${isInRange(sql`reply.id`)} and (reply.question_id, coalesce(reply.answer_id, 0)) <> (${comments.questionId}, coalesce(${comments.answerId}, 0))`,
  },
  {
    name: 'files in use that are marked as unused',
    find: sql`
      select ${uploads.id} from ${uploads} where ${uploads.unusedSince} is not null and (
        exists (select 1 from ${uploadUses} where ${uploadUses.uploadId} = ${uploads.id})
        or exists (select 1 from ${users} where ${users.avatar} = '/uploads/' || ${uploads.key}))`,
  },
  {
    name: 'votes on own content',
    key: votes.objectId,
    find: (isInRange) => sql`
      select ${votes.objectId} as id from ${votes} join (
        select id, user_id from ${questions} union all select id, user_id from ${answers}
        union all select id, user_id from ${comments}
      ) content on content.id = ${votes.objectId} and content.user_id = ${votes.userId}
      where ${isInRange(votes.objectId)}`,
  },
  {
    name: 'synonyms of a synonym or of a deleted tag',
    find: sql`
      select synonym.id from ${tags} synonym join ${tags} main on main.id = synonym.main_tag_id
      where main.main_tag_id is not null or main.is_deleted`,
  },
  {
    name: 'followers of a synonym',
    find: sql`
      select distinct ${tags.id} from ${follows} join ${tags} on ${tags.id} = ${follows.objectId}
      where ${tags.mainTagId} is not null`,
  },
  {
    name: 'questions with a synonym or a deleted tag',
    find: sql`
      select ${questionTags.questionId} as id from ${questionTags} join ${tags} on ${tags.id} = ${questionTags.tagId}
      where ${tags.mainTagId} is not null or ${tags.isDeleted}`,
  },
  {
    // Approving a pending question creates its tags.
    name: 'questions without a tag',
    key: questions.id,
    find: (isInRange) => sql`
      select ${questions.id} from ${questions}
      where ${isInRange(questions.id)} and coalesce(${questions.statusBefore}, ${questions.status}) <> 11
        and not exists (select 1 from ${questionTags} where ${questionTags.questionId} = ${questions.id})`,
  },
  {
    name: 'pending content that is not in the queue',
    find: sql`
      select id from (${pendingContent}) pending
      where id not in (select ${heldPosts.objectId} from ${heldPosts} where ${heldPosts.decidedAt} is null)`,
  },
  {
    name: 'content in the queue that is not pending',
    find: sql`
      select ${heldPosts.objectId} as id from ${heldPosts}
      where ${heldPosts.decidedAt} is null and ${heldPosts.objectId} not in (${pendingContent})`,
  },
]
