import { and, eq } from 'drizzle-orm'
import { defineTextList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { answersListeners } from './answers.listeners.ts'
import { answersRoutes } from './answers.routes.ts'
import { answers } from '../../../schema/posts.ts'

export const answersFeature: Feature = {
  name: 'answers',
  routes: answersRoutes,
  listeners: answersListeners,
  exports: {
    answers: defineTextList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: answers.id,
          row: {
            id: answers.id,
            questionId: answers.questionId,
            text: answers.originalText,
            status: answers.status,
            answeredAt: answers.createdAt,
            editedAt: answers.editedAt,
          },
        })
        .from(answers)
        .where(and(eq(answers.userId, owner.id), after(answers.id)))
        .orderBy(order(answers.id))
        .limit(limit),
    ),
  },
}
