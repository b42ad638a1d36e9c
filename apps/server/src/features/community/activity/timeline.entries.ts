import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { type Actor, isStaff } from '../../../kernel/rules.ts'
import { activities } from '../../../schema/activity.ts'
import { answers, comments } from '../../../schema/posts.ts'
import { reputationEntries } from '../../../schema/reputation.ts'
import { votes } from '../../../schema/votes.ts'
import { isAnswerOpenTo, isCommentInHistoryOf } from '../../content/shared/posts.visibility.ts'
import type { TimelineObject } from './timeline.objects.ts'

const { id, kind, objectId, userId, createdAt, revisionId, closingId } = activities
const columns = sql`${createdAt} as at, ${id} as id, ${kind} as kind, ${objectId} as object_id, ${userId} as user_id,
  ${revisionId} as revision_id, ${closingId} as closing_id, null::timestamptz as canceled_at`

/** One row per entry of the timeline, in no order. The caller has checked that the actor may see the object. */
export function selectEntries(actor: Actor, object: TimelineObject, showsVotes: boolean): SQL {
  const parts = [selectOwn(object)]
  if (object.questionId !== null) parts.push(selectCommented(actor, object))
  if (object.questionId !== null && object.answerId === null)
    parts.push(selectAnswered(actor, object))
  if (object.questionId !== null && showsVotes)
    parts.push(selectVotes(object), selectWithdrawnVotes(object))
  return sql.join(parts, sql` union all `)
}

/** `unaccept` shows as the time when an acceptance was canceled. */
function selectOwn(object: TimelineObject) {
  return sql`select ${columns} from ${activities} where ${objectId} = ${object.id} and ${kind} <> 'unaccept'`
}

/** The offset keeps the planner from joining with the whole log when it overestimates the number of posts. */
function entriesOf(parentId: AnyColumn, condition: SQL) {
  return sql`(select ${columns} from ${activities} where ${objectId} = ${parentId} and ${condition} offset 0) as entry`
}

/** Only staff see that a comment was deleted and restored. */
function selectCommented(actor: Actor, object: TimelineObject) {
  const isOnPost =
    object.answerId === null
      ? sql`${comments.answerId} is null`
      : sql`${comments.answerId} = ${object.answerId}`
  const isShown = isStaff(actor) ? sql`true` : sql`${kind} in ('commented', 'converted')`
  return sql`select entry.* from ${comments} join lateral ${entriesOf(comments.id, isShown)} on true
    where ${comments.questionId} = ${object.questionId} and ${isOnPost}
      and ${isCommentInHistoryOf(actor) ?? sql`true`}`
}

function selectAnswered(actor: Actor, object: TimelineObject) {
  const isShown = sql`${kind} in ('answered', 'accept', 'converted')`
  return sql`select entry.* from ${answers} join lateral ${entriesOf(answers.id, isShown)} on true
    where ${answers.questionId} = ${object.id}
      and ${isAnswerOpenTo(actor) ?? sql`true`}`
}

function selectVotes(object: TimelineObject) {
  return sql`select ${votes.createdAt}, 0, case ${votes.value} when 1 then 'upvote' else 'downvote' end,
      ${votes.objectId}, ${votes.userId}, null, null, null
    from ${votes} where ${votes.objectId} = ${object.id}`
}

/**
 * Withdrawn and reversed votes are deleted, but the ledger has the points that they gave and that were revoked with them.
 */
function selectWithdrawnVotes(object: TimelineObject) {
  return sql`select given.created_at, 0, case when revoked.kind like '%.voted_up' then 'upvote' else 'downvote' end,
      revoked.object_id, revoked.by_user_id, null, null, revoked.created_at
    from ${reputationEntries} revoked
    join lateral (
      select created_at from ${reputationEntries} act
      where act.object_id = revoked.object_id and act.by_user_id = revoked.by_user_id and act.kind = revoked.kind
        and act.change = 'given' and act.id < revoked.id
      order by act.id desc limit 1
    ) given on true
    where revoked.object_id = ${object.id} and revoked.change in ('taken_back', 'serial_voting', 'voter_removed')
      and revoked.kind in ('question.voted_up', 'question.voted_down', 'answer.voted_up', 'answer.voted_down')`
}
