import type { EmptiableType } from '@stoa/contract/features/content-admin'
import {
  allPages,
  allTopics,
  askedTopic,
  changedQuestion,
  countsTopic,
  event,
  type EventDeclaration,
  hiddenTopic,
  maxCountsTopics,
  objectKey,
  questionTopic,
  tagKey,
  userKey,
  writingTopic,
} from './kernel/invalidation.ts'
import { commentEvents } from './comment-events.ts'
import { badgeEvents } from './badge-events.ts'
import { pluginEvents } from './plugin-events.ts'
import { userEvents } from './user-events.ts'
import type { NotificationWork } from './schema/notifications.ts'
import type { SuggestionDecision } from './schema/suggestions.ts'
import type { WebhookWork } from './schema/webhooks.ts'

const nothing = () => ({})

/**
 * All events. Payloads contain ids only: listeners load what they need. `allPages` is for changes that any page may show in a
 * list, a tag or a link, and that are rare compared with votes and comments.
 */
export const events = {
  'site.demo_requested': event<Record<string, never>>(nothing),
  /** Every process reloads the settings, after which cached pages and values are not used. */
  'settings.changed': event<{ historyIds: string[]; userId: string }>(nothing),
  ...userEvents,
  ...commentEvents,
  ...badgeEvents,
  ...pluginEvents,
  /** `mentioned` excludes the author; for edits, it includes new mentions only. */
  'question.asked': event<{
    questionId: string
    userId: string
    revisionId: string
    mentioned: string[]
  }>(({ questionId }) => ({
    pages: allPages,
    live: [askedTopic(questionId), questionTopic(questionId)],
    // Other question pages show it only as a link to them, which is an event of its own, or as a related question.
    stored: [],
    values: ['questions:count'],
  })),
  /** `isRollback`: the text of an older revision was restored. Mentions nobody. */
  'question.edited': event<{
    questionId: string
    userId: string
    revisionId: string
    isRollback: boolean
    mentioned: string[]
  }>(({ questionId }) => ({
    ...changedQuestion(questionId),
    isUrgent: true,
    values: ['questions:count'],
  })),
  'question.deleted': event<{ questionId: string; authorId: string; userId: string }>(
    ({ questionId }) => ({
      pages: allPages,
      stored: [objectKey(questionId)],
      live: [questionTopic(questionId), hiddenTopic(questionId)],
      isUrgent: true,
      values: ['questions:count'],
    }),
  ),
  'question.recovered': event<{ questionId: string; authorId: string; userId: string }>(
    ({ questionId }) => ({
      ...changedQuestion(questionId),
      values: ['questions:count'],
    }),
  ),
  'question.closed': event<{ questionId: string; userId: string; closingId: string }>(
    ({ questionId }) => ({
      ...changedQuestion(questionId),
      values: ['questions:count'],
    }),
  ),
  'question.pinned': event<{ questionId: string; userId: string }>(({ questionId }) => ({
    ...changedQuestion(questionId),
    values: ['questions:count'],
  })),
  'question.unpinned': event<{ questionId: string; userId: string }>(({ questionId }) => ({
    ...changedQuestion(questionId),
    values: ['questions:count'],
  })),
  'question.listed': event<{ questionId: string; userId: string }>(({ questionId }) => ({
    ...changedQuestion(questionId),
    values: ['questions:count'],
  })),
  'question.unlisted': event<{ questionId: string; userId: string }>(({ questionId }) => ({
    ...changedQuestion(questionId),
    isUrgent: true,
    values: ['questions:count'],
  })),
  'question.protected': event<{ questionId: string; userId: string }>(({ questionId }) => ({
    pages: [objectKey(questionId)],
    live: [questionTopic(questionId)],
  })),
  'question.unprotected': event<{ questionId: string; userId: string }>(({ questionId }) => ({
    pages: [objectKey(questionId)],
    live: [questionTopic(questionId)],
  })),
  'question.locked': event<{ questionId: string; userId: string }>(({ questionId }) => ({
    pages: [objectKey(questionId)],
    live: [questionTopic(questionId)],
  })),
  'question.unlocked': event<{ questionId: string; userId: string }>(({ questionId }) => ({
    pages: [objectKey(questionId)],
    live: [questionTopic(questionId)],
  })),
  'question.reopened': event<{ questionId: string; userId: string }>(({ questionId }) => ({
    ...changedQuestion(questionId),
    values: ['questions:count'],
  })),
  /** New content waits for a moderator. Nothing is published, so no page changes. */
  'content.held': event<{ objectId: string; questionId: string; userId: string }>(nothing),
  'pending_content.edited': event<{ objectId: string; userId: string }>(nothing),
  /** An approval was undone: the content waits for a moderator again. */
  'content.unpublished': event<{ objectId: string; questionId: string; userId: string }>(
    ({ questionId }) => ({
      ...changedQuestion(questionId),
      isUrgent: true,
      values: ['questions:count'],
    }),
  ),
  /** `authorId` is to be told; `userId` decided. */
  'held_post.decided': event<{
    heldPostId: string
    objectId: string
    questionId: string
    authorId: string
    userId: string
    outcome: 'approved' | 'rejected'
  }>(nothing),
  'content.flagged': event<{ caseId: string; objectId: string; userId: string }>(nothing),
  'user.flagged': event<{ caseId: string; userId: string; byId: string }>(nothing),
  /** `objectId` is content or a user. Whoever flagged is to be told; `userId` decided. */
  'flag_case.decided': event<{ caseId: string; objectId: string; userId: string }>(nothing),
  'flag_case.reopened': event<{ caseId: string; objectId: string; userId: string }>(nothing),
  'suggestion.added': event<{ suggestionId: string; objectId: string; userId: string }>(nothing),
  'suggestion.withdrawn': event<{ suggestionId: string; objectId: string; userId: string }>(
    nothing,
  ),
  /** `userId` is the reviewer. `conflict` and `no_change` close a suggestion that could not be approved. */
  'suggestion.decided': event<{
    suggestionId: string
    objectId: string
    suggesterId: string
    userId: string
    decision: SuggestionDecision
  }>(nothing),
  /** The reviewer undid the decision. */
  'suggestion.reopened': event<{
    suggestionId: string
    objectId: string
    suggesterId: string
    userId: string
  }>(nothing),
  'question.invited': event<{ questionId: string; userId: string; invited: string[] }>(
    ({ questionId }) => ({ pages: [objectKey(questionId)] }),
  ),
  'answer.posted': event<{
    answerId: string
    questionId: string
    userId: string
    revisionId: string
    mentioned: string[]
  }>(({ questionId }) => ({
    ...changedQuestion(questionId),
  })),
  /** A draft was saved by a user who shows that they write. */
  'answer.drafted': event<{ questionId: string; userId: string }>(({ questionId, userId }) => ({
    live: [writingTopic(questionId, userId)],
  })),
  'answer.edited': event<{
    answerId: string
    questionId: string
    userId: string
    revisionId: string
    isRollback: boolean
    mentioned: string[]
  }>(({ questionId }) => ({
    ...changedQuestion(questionId),
    isUrgent: true,
  })),
  'answer.deleted': event<{
    answerId: string
    questionId: string
    authorId: string
    userId: string
  }>(({ questionId }) => ({
    ...changedQuestion(questionId),
    isUrgent: true,
  })),
  'answer.recovered': event<{
    answerId: string
    questionId: string
    authorId: string
    userId: string
  }>(({ questionId }) => ({
    ...changedQuestion(questionId),
  })),
  'answer.accepted': event<{ answerId: string; questionId: string; userId: string }>(
    ({ questionId }) => ({
      ...changedQuestion(questionId),
    }),
  ),
  'answer.unaccepted': event<{ answerId: string; questionId: string; userId: string }>(
    ({ questionId }) => ({
      ...changedQuestion(questionId),
    }),
  ),
  'answer.locked': event<{ answerId: string; questionId: string; userId: string }>(
    ({ questionId }) => ({ pages: [objectKey(questionId)], live: [questionTopic(questionId)] }),
  ),
  'answer.unlocked': event<{ answerId: string; questionId: string; userId: string }>(
    ({ questionId }) => ({ pages: [objectKey(questionId)], live: [questionTopic(questionId)] }),
  ),
  /** The answer is deleted and its text is a comment on `postId`, in the name of the same author. */
  'answer.converted': event<{
    answerId: string
    commentId: string
    questionId: string
    postId: string
    userId: string
  }>(({ questionId }) => ({
    ...changedQuestion(questionId),
    isUrgent: true,
  })),
  /** An admin asked to remove deleted content for good. The reason is stored nowhere else until the job has done it. */
  'content.removal_asked': event<{ objectId: string; userId: string; reason: string }>(nothing),
  /** All of this is gone for good: what was removed, and what hung on it. */
  'content.removed': event<{
    objectId: string
    questionId: string
    postIds: string[]
    commentIds: string[]
  }>(({ questionId }) => ({
    ...changedQuestion(questionId),
    isUrgent: true,
    values: ['questions:count'],
  })),
  /** A value of 0 retracts the vote. */
  'post.voted': event<{
    objectId: string
    questionId: string
    authorId: string
    userId: string
    value: 1 | 0 | -1
    before: 1 | 0 | -1
  }>(({ objectId, questionId, authorId, userId }) => ({
    // The vote may move an answer or a comment to a page that does not show it yet.
    pages: [objectKey(objectId), objectKey(questionId), userKey(authorId), userKey(userId)],
    stored: [objectKey(objectId), objectKey(questionId)],
    live: [questionTopic(questionId), countsTopic(authorId)],
  })),
  /** Votes of `userId` on posts of `authorId`, each of which is a `post.voted` too. */
  'votes.serial_reversed': event<{ userId: string; authorId: string; count: number }>(nothing),
  'post.reacted': event<{ objectId: string; userId: string; emoji: string; isOn: boolean }>(
    ({ objectId }) => ({ pages: [objectKey(objectId)] }),
  ),
  /** Votes, acceptances, deletions and restorations changed these totals. */
  'reputation.changed': event<{
    /** The points are without those for the user's own acts. */
    changes: { userId: string; objectId: string; points: number }[]
  }>(({ changes }) => ({
    pages: changes.map(({ userId }) => userKey(userId)),
    live: changes.map(({ userId }) => countsTopic(userId)),
  })),
  /** A job notifies users of another event, or takes back a notification. */
  'notifications.due': event<NotificationWork>(nothing),
  /** Notifications of these users were added, removed or marked; more than `maxCountsTopics` stand for everyone. */
  'notifications.changed': event<{ userIds: string[] }>(({ userIds }) => ({
    live: userIds.length > maxCountsTopics ? [countsTopic('*')] : userIds.map(countsTopic),
  })),
  /** Users have notifications of these new events. */
  'notifications.written': event<{ eventIds: string[] }>(nothing),
  /** For each browser of a user that gets push messages. */
  'push.due': event<{ subscriptionId: string; eventId: string }>(nothing),
  /** Other questions link to these, or no longer do; or what these link to is shown again. */
  'question.links_changed': event<{ questionIds: string[] }>(({ questionIds }) => ({
    pages: questionIds.map(objectKey),
  })),
  /** A tag without questions, so no question page shows it. */
  'tag.created': event<{ tagId: string; userId: string; revisionId: string }>(() => ({
    pages: allPages,
    stored: [],
    values: ['tags:count'],
  })),
  'tag.edited': event<{
    tagId: string
    formerSlug: string
    userId: string
    revisionId: string
    isRollback: boolean
  }>(({ formerSlug }) => ({
    pages: allPages,
    stored: [tagKey(formerSlug)],
  })),
  /** Only tags without questions can be deleted. */
  'tag.deleted': event<{ tagId: string; userId: string }>(() => ({
    pages: allPages,
    stored: [],
    isUrgent: true,
    values: ['tags:count'],
  })),
  'tag.recovered': event<{ tagId: string; userId: string }>(() => ({
    pages: allPages,
    stored: [],
    values: ['tags:count'],
  })),
  /** The tag and its synonyms become synonyms of `intoId`, which gets their questions. */
  'tag.merged': event<{ tagId: string; intoId: string; userId: string }>(() => ({
    pages: allPages,
    stored: allPages,
    values: ['tags:count', 'questions:count'],
  })),
  'object.followed': event<{ objectId: string; userId: string; isOn: boolean }>(({ objectId }) => ({
    pages: [objectKey(objectId)],
  })),
  /** Synonyms became tags again. */
  'tag.synonyms_removed': event<{ tagId: string; userId: string }>(() => ({
    pages: allPages,
    stored: allPages,
    values: ['tags:count', 'questions:count'],
  })),
  'question.bookmarked': event<{ questionId: string; userId: string; isOn: boolean }>(
    ({ questionId }) => ({ pages: [objectKey(questionId)] }),
  ),
  /** A job removes the posts and accounts of a spam wave, whose own events invalidate pages. */
  'wave.removal_started': event<{ waveId: string }>(nothing),
  'wave.restoration_started': event<{ waveId: string }>(nothing),
  /** Not spam: a job publishes what waits. */
  'wave.dismissed': event<{ waveId: string }>(nothing),
  /** A job was stopped, an account left out or included, or a list of the site extended. */
  'wave.changed': event<{ waveId: string }>(nothing),
  /** A job asks for the removal of each post, whose own event invalidates pages. Deleted users are on no page. */
  'content.emptying_asked': event<{
    type: EmptiableType
    userId: string
    until: string
  }>(nothing),
  /** A job changes many posts, whose own events invalidate pages. */
  'maintenance.started': event<{ runId: string }>(nothing),
  'bulk_action.started': event<{ bulkActionId: string }>(nothing),
  'bulk_action.stopped': event<{ bulkActionId: string }>(nothing),
  /** Once for each admin. */
  'webhook.stopped': event<{ webhookId: string; adminId: string }>(nothing),
  /** `stoa doctor --fix` wrote wrong counters again. */
  'data.repaired': event<Record<string, never>>(() => ({
    pages: allPages,
    stored: allPages,
    live: [allTopics],
  })),
  'demo.added': event<{ users: number }>(() => ({
    pages: allPages,
    stored: allPages,
    live: [allTopics],
  })),
  'demo.removed': event<{ users: number }>(() => ({
    pages: allPages,
    stored: allPages,
    live: [allTopics],
    isUrgent: true,
  })),
  /** Another event is to be sent to webhooks. `id` is of the message, the same whenever it is sent. */
  'webhooks.due': event<WebhookWork>(nothing),
  'saved_search.added': event<{ savedSearchId: string; userId: string }>(nothing),
  'saved_search.removed': event<{ savedSearchId: string; userId: string }>(nothing),
}

export type Events = {
  [Name in keyof typeof events]: (typeof events)[Name] extends EventDeclaration<infer Payload>
    ? Payload
    : never
}
