import { and, eq } from 'drizzle-orm'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { mailListeners } from './mail.jobs.ts'
import { mailRoutes } from './mail.routes.ts'
import { mailLog } from '../../../schema/mail.ts'

export const mailFeature: Feature = {
  name: 'mail',
  routes: mailRoutes,
  listeners: mailListeners,
  exports: {
    mails: defineSmallList(async ({ db, owner, after, order, limit }) => {
      if (owner.email === null) return []
      return await db
        .select({
          key: mailLog.id,
          row: {
            kind: mailLog.kind,
            subject: mailLog.subject,
            status: mailLog.status,
            at: mailLog.createdAt,
          },
        })
        .from(mailLog)
        .where(and(eq(mailLog.recipient, owner.email), after(mailLog.id)))
        .orderBy(order(mailLog.id))
        .limit(limit)
    }),
  },
}
