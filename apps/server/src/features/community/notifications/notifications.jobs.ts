import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { after } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import { caseStatuses, flagCases } from '../../../schema/flags.ts'
import { heldPosts } from '../../../schema/held-posts.ts'
import {
  notificationEvents,
  notifications,
  type NotificationWork,
} from '../../../schema/notifications.ts'
import type { Occasion } from './notices.rules.ts'
import { notify, notifyOfVote } from './notify.actions.ts'
import { notifyOfReputation } from './reputation-notices.actions.ts'
import { retractContent, retractKinds } from './retraction.actions.ts'

export const notificationsJobs = [
  after('notifications.due', 'write', (ctx: Context, work: NotificationWork) =>
    transact(ctx, (tx) => doWork(tx, work)),
  ),
]

/** Idempotent, whatever the work. */
async function doWork(tx: Tx, due: NotificationWork) {
  switch (due.work) {
    case 'notify':
      return await notifyOnce(tx, due)
    case 'vote':
      await notifyOfVote(tx, due)
      return await notifyOfReputation(tx, [{ userId: due.authorId, objectId: due.objectId }])
    case 'reputation':
      return await notifyOfReputation(tx, due.changes)
    case 'flag_case':
      return await notifyFlaggers(tx, due)
    case 'retract_content':
      await allowTime(tx)
      return await retractContent(tx, due.id)
    case 'retract_kinds':
      return await retractKinds(tx, due)
    case 'forget':
      return await forget(tx, due.ids)
  }
}

type WorkOf<Name extends NotificationWork['work']> = Extract<NotificationWork, { work: Name }>

async function notifyOnce(tx: Tx, { occasion, ...happening }: WorkOf<'notify'>) {
  // A rejected post is deleted; its author is notified that it was rejected.
  if (occasion.endsWith('_deleted') && (await isRejected(tx, happening.objectId))) return
  await allowTime(tx)
  await notify(tx, { occasion: occasion as Occasion, ...happening })
}

/** Notifying 100,000 followers takes seconds, more on a busy machine. */
async function allowTime(tx: Tx) {
  await tx.execute(sql`set local statement_timeout = '5min'`)
}

async function isRejected(tx: Tx, objectId: string) {
  const [row] = await tx
    .select({ id: heldPosts.id })
    .from(heldPosts)
    .where(and(eq(heldPosts.objectId, objectId), eq(heldPosts.outcome, 'rejected')))
    .limit(1)
  return row !== undefined
}

/** Whoever flagged is notified of the outcome; a case that was opened again has none. */
async function notifyFlaggers(tx: Tx, { caseId, actorId }: WorkOf<'flag_case'>) {
  const [row] = await tx
    .select({ status: flagCases.status })
    .from(flagCases)
    .where(eq(flagCases.id, caseId))
  const kinds = ['your_flag_was_helpful', 'your_flag_was_declined'] as const
  if (row === undefined || row.status === caseStatuses.open)
    return await retractKinds(tx, { id: caseId, kinds })
  const isUpheld = row.status === caseStatuses.completed
  await retractKinds(tx, { id: caseId, kinds: [isUpheld ? kinds[1] : kinds[0]] })
  const occasion = isUpheld ? 'flag_upheld' : 'flag_declined'
  await notify(tx, { occasion, objectId: caseId, sourceId: caseId, actorId, named: [] })
}

/** Of content that is gone for good, nothing stays. */
async function forget(tx: Tx, ids: string[]) {
  const { objectId, sourceId } = notificationEvents
  await tx.delete(notificationEvents).where(or(inArray(objectId, ids), inArray(sourceId, ids)))
  await tx.delete(notifications).where(inArray(notifications.objectId, ids))
}
