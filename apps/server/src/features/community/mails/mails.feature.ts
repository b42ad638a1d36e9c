import { and, eq } from 'drizzle-orm'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import {
  dueMails,
  mailDeliveries,
  notificationChoices,
  stoppedMails,
} from '../../../schema/mails.ts'
import { mailsListeners } from './mails.jobs.ts'
import { mailsRoutes } from './mails.routes.ts'

export const mailsFeature: Feature = {
  name: 'mails',
  routes: mailsRoutes,
  listeners: mailsListeners,
  exports: {
    notification_choices: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({ key: notificationChoices.userId, row: notificationChoices })
        .from(notificationChoices)
        .where(and(eq(notificationChoices.userId, owner.id), after(notificationChoices.userId)))
        .orderBy(order(notificationChoices.userId))
        .limit(limit),
    ),
    due_mails: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({ key: dueMails.subjectId, row: dueMails })
        .from(dueMails)
        .where(and(eq(dueMails.userId, owner.id), after(dueMails.subjectId)))
        .orderBy(order(dueMails.subjectId))
        .limit(limit),
    ),
    mail_deliveries: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({ key: mailDeliveries.id, row: mailDeliveries })
        .from(mailDeliveries)
        .where(and(eq(mailDeliveries.userId, owner.id), after(mailDeliveries.id)))
        .orderBy(order(mailDeliveries.id))
        .limit(limit),
    ),
    stopped_mails: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({ key: stoppedMails.userId, row: stoppedMails })
        .from(stoppedMails)
        .where(and(eq(stoppedMails.userId, owner.id), after(stoppedMails.userId)))
        .orderBy(order(stoppedMails.userId))
        .limit(limit),
    ),
  },
}
