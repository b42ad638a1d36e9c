import { and, eq } from 'drizzle-orm'
import { compositeKey, defineTextList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { draftsListeners } from './drafts.listeners.ts'
import { draftsRoutes } from './drafts.routes.ts'
import { drafts } from '../../../schema/drafts.ts'

export const draftsFeature: Feature = {
  name: 'drafts',
  routes: draftsRoutes,
  listeners: draftsListeners,
  exports: {
    drafts: defineTextList(({ db, owner, after, order, limit }) => {
      const key = compositeKey(drafts.kind, drafts.objectId)
      return db
        .select({
          key,
          row: {
            kind: drafts.kind,
            objectId: drafts.objectId,
            title: drafts.title,
            text: drafts.content,
            tags: drafts.tags,
            answer: drafts.answerContent,
            summary: drafts.editSummary,
            savedAt: drafts.savedAt,
          },
        })
        .from(drafts)
        .where(and(eq(drafts.userId, owner.id), after(key)))
        .orderBy(order(key))
        .limit(limit)
    }),
  },
}
