import { and, eq, sql } from 'drizzle-orm'
import { defineTextList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { questionsListeners } from './questions.jobs.ts'
import { questionsRoutes } from './questions.routes.ts'
import { questions, questionTags } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'

export const questionsFeature: Feature = {
  name: 'questions',
  routes: questionsRoutes,
  listeners: questionsListeners,
  exports: {
    questions: defineTextList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: questions.id,
          row: {
            id: questions.id,
            title: questions.title,
            text: questions.originalText,
            tags: sql<string[]>`array(select ${tags.slugName} from ${questionTags}
              join ${tags} on ${tags.id} = ${questionTags.tagId}
              where ${questionTags.questionId} = ${questions}.id order by ${questionTags.position})`,
            status: questions.status,
            askedAt: questions.createdAt,
            editedAt: questions.editedAt,
          },
        })
        .from(questions)
        .where(and(eq(questions.userId, owner.id), after(questions.id)))
        .orderBy(order(questions.id))
        .limit(limit),
    ),
  },
}
