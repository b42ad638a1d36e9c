import { and, eq } from 'drizzle-orm'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { flagCases, flags } from '../../../schema/flags.ts'
import { flagsRoutes } from './flags.routes.ts'

export const flagsFeature: Feature = {
  name: 'flags',
  routes: flagsRoutes,
  exports: {
    flags: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: flags.id,
          row: {
            contentId: flagCases.objectId,
            reason: flags.reason,
            text: flags.content,
            at: flags.createdAt,
          },
        })
        .from(flags)
        .innerJoin(flagCases, eq(flagCases.id, flags.caseId))
        .where(and(eq(flags.userId, owner.id), after(flags.id)))
        .orderBy(order(flags.id))
        .limit(limit),
    ),
  },
}
