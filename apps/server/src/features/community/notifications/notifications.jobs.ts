import { eq, sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { after } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import { caseStatuses, flagCases } from '../../../schema/flags.ts'
import type { NotificationWork } from '../../../schema/notifications.ts'
import type { Occasion } from './notices.rules.ts'
import { notify } from './notify.actions.ts'
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
      await allowTime(tx)
      return await notify(tx, { ...due, occasion: due.occasion as Occasion })
    case 'flag_case':
      return await notifyFlaggers(tx, due)
    case 'retract_content':
      await allowTime(tx)
      return await retractContent(tx, due.id)
    case 'retract_kinds':
      return await retractKinds(tx, due)
  }
}

type WorkOf<Name extends NotificationWork['work']> = Extract<NotificationWork, { work: Name }>

/** Notifying 100,000 followers takes seconds, more on a busy machine. */
async function allowTime(tx: Tx) {
  await tx.execute(sql`set local statement_timeout = '5min'`)
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
