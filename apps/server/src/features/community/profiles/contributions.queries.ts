import { and, eq } from 'drizzle-orm'
import { bookmarks } from '../../../schema/bookmarks.ts'
import { follows } from '../../../schema/follows.ts'
import { comments } from '../../../schema/posts.ts'
import { reactions } from '../../../schema/reactions.ts'
import { revisions } from '../../../schema/revisions.ts'
import { votes } from '../../../schema/votes.ts'
import { reputationEntries } from '../../../schema/reputation.ts'
import { defineSmallList, defineTextList, compositeKey } from './export.batches.ts'

/** Leaves out who gave the user reputation: that is the voters' data. */
export const contributionLists = {
  comments: defineSmallList(({ db, owner, after, order, limit }) =>
    db
      .select({
        key: comments.id,
        row: {
          id: comments.id,
          questionId: comments.questionId,
          answerId: comments.answerId,
          text: comments.originalText,
          status: comments.status,
          writtenAt: comments.createdAt,
          editedAt: comments.editedAt,
        },
      })
      .from(comments)
      .where(and(eq(comments.userId, owner.id), after(comments.id)))
      .orderBy(order(comments.id))
      .limit(limit),
  ),
  commentVersions: defineTextList(({ db, owner, after, order, limit }) =>
    db
      .select({
        key: revisions.id,
        row: {
          commentId: comments.id,
          version: revisions.version,
          text: revisions.originalText,
          writtenAt: revisions.createdAt,
        },
      })
      .from(revisions)
      .innerJoin(comments, eq(comments.id, revisions.objectId))
      .where(and(eq(revisions.userId, owner.id), after(revisions.id)))
      .orderBy(order(revisions.id))
      .limit(limit),
  ),
  votes: defineSmallList(({ db, owner, after, order, limit }) =>
    db
      .select({
        key: votes.objectId,
        row: { postId: votes.objectId, value: votes.value, at: votes.createdAt },
      })
      .from(votes)
      .where(and(eq(votes.userId, owner.id), after(votes.objectId)))
      .orderBy(order(votes.objectId))
      .limit(limit),
  ),
  reputation: defineSmallList(({ db, owner, after, order, limit }) =>
    db
      .select({
        key: reputationEntries.id,
        row: {
          kind: reputationEntries.kind,
          change: reputationEntries.change,
          points: reputationEntries.points,
          postId: reputationEntries.objectId,
          at: reputationEntries.createdAt,
        },
      })
      .from(reputationEntries)
      .where(and(eq(reputationEntries.userId, owner.id), after(reputationEntries.id)))
      .orderBy(order(reputationEntries.id))
      .limit(limit),
  ),
  reactions: defineSmallList(({ db, owner, after, order, limit }) => {
    const key = compositeKey(reactions.objectId, reactions.emoji)
    return db
      .select({
        key,
        row: { postId: reactions.objectId, emoji: reactions.emoji, at: reactions.createdAt },
      })
      .from(reactions)
      .where(and(eq(reactions.userId, owner.id), after(key)))
      .orderBy(order(key))
      .limit(limit)
  }),
  follows: defineSmallList(({ db, owner, after, order, limit }) =>
    db
      .select({
        key: follows.objectId,
        row: { objectId: follows.objectId, at: follows.createdAt },
      })
      .from(follows)
      .where(and(eq(follows.userId, owner.id), after(follows.objectId)))
      .orderBy(order(follows.objectId))
      .limit(limit),
  ),
  bookmarks: defineSmallList(({ db, owner, after, order, limit }) =>
    db
      .select({
        key: bookmarks.questionId,
        row: { questionId: bookmarks.questionId, at: bookmarks.createdAt },
      })
      .from(bookmarks)
      .where(and(eq(bookmarks.userId, owner.id), after(bookmarks.questionId)))
      .orderBy(order(bookmarks.questionId))
      .limit(limit),
  ),
}
