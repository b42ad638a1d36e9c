import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import { bookmarks } from '../posts/bookmarks.table.ts'
import { follows } from '../posts/follows.table.ts'
import { comments } from '../posts/posts.table.ts'
import { revisions } from '../posts/revisions.table.ts'
import { reactions } from '../posts/reactions.table.ts'
import { reputationEntries } from '../reputation/reputation.table.ts'
import { votes } from '../posts/votes.table.ts'

/** What a person did with posts, for their export. Who gave them reputation is someone else's to know. */
export async function exportActs(db: Db, userId: string) {
  return {
    comments: await commentsOf(db, userId),
    commentVersions: await commentVersionsOf(db, userId),
    votes: await votesOf(db, userId),
    reputation: await reputationOf(db, userId),
    reactions: await reactionsOf(db, userId),
    follows: await followsOf(db, userId),
    bookmarks: await bookmarksOf(db, userId),
  }
}

async function commentsOf(db: Db, userId: string) {
  return await db
    .select({
      id: comments.id,
      questionId: comments.questionId,
      answerId: comments.answerId,
      text: comments.originalText,
      status: comments.status,
      writtenAt: comments.createdAt,
      editedAt: comments.editedAt,
    })
    .from(comments)
    .where(eq(comments.userId, userId))
    .orderBy(asc(comments.id))
}

async function commentVersionsOf(db: Db, userId: string) {
  return await db
    .select({
      commentId: comments.id,
      version: revisions.version,
      text: revisions.originalText,
      writtenAt: revisions.createdAt,
    })
    .from(revisions)
    .innerJoin(comments, eq(comments.id, revisions.objectId))
    .where(eq(revisions.userId, userId))
    .orderBy(asc(revisions.id))
}

async function votesOf(db: Db, userId: string) {
  return await db
    .select({ postId: votes.objectId, value: votes.value, at: votes.createdAt })
    .from(votes)
    .where(eq(votes.userId, userId))
    .orderBy(asc(votes.createdAt), asc(votes.objectId))
}

async function reputationOf(db: Db, userId: string) {
  return await db
    .select({
      kind: reputationEntries.kind,
      change: reputationEntries.change,
      points: reputationEntries.points,
      postId: reputationEntries.objectId,
      at: reputationEntries.createdAt,
    })
    .from(reputationEntries)
    .where(eq(reputationEntries.userId, userId))
    .orderBy(asc(reputationEntries.id))
}

async function reactionsOf(db: Db, userId: string) {
  return await db
    .select({ postId: reactions.objectId, emoji: reactions.emoji, at: reactions.createdAt })
    .from(reactions)
    .where(eq(reactions.userId, userId))
    .orderBy(asc(reactions.createdAt), asc(reactions.objectId), asc(reactions.emoji))
}

async function followsOf(db: Db, userId: string) {
  return await db
    .select({ objectId: follows.objectId, at: follows.createdAt })
    .from(follows)
    .where(eq(follows.userId, userId))
    .orderBy(asc(follows.createdAt), asc(follows.objectId))
}

async function bookmarksOf(db: Db, userId: string) {
  return await db
    .select({ questionId: bookmarks.questionId, at: bookmarks.createdAt })
    .from(bookmarks)
    .where(eq(bookmarks.userId, userId))
    .orderBy(asc(bookmarks.createdAt), asc(bookmarks.questionId))
}
