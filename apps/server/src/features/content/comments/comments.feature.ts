import { and, eq } from 'drizzle-orm'
import { defineSmallList, defineTextList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { commentsListeners } from './comments.listeners.ts'
import { commentsRoutes } from './comments.routes.ts'
import { comments } from '../../../schema/posts.ts'
import { revisions } from '../../../schema/revisions.ts'

export const commentsFeature: Feature = {
  name: 'comments',
  routes: commentsRoutes,
  listeners: commentsListeners,
  exports: {
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
  },
}
