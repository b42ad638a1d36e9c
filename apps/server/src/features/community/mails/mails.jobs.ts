import { type SQL, sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { after, every, within } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import { dueMails, mailDeliveries } from '../../../schema/mails.ts'
import { forgetMailsOf } from './choices.actions.ts'
import { queueNewQuestion } from './new-questions.actions.ts'
import { queueMails } from './queueing.actions.ts'
import { sendDueMails } from './sending.jobs.ts'

/** Longer than a week, for the limits of a week. */
const keptDays = 10

export const mailsListeners = [
  after('notifications.written', 'queue-mails', async (ctx, { eventIds }) => {
    // Without a mail server nothing is queued: mails that are days old help nobody.
    if (ctx.mailer.isConfigured()) await queue(ctx, (tx) => queueMails(tx, eventIds))
  }),
  after('question.asked', 'queue-mails', async (ctx, { questionId }) => {
    if (ctx.mailer.isConfigured()) await queue(ctx, (tx) => queueNewQuestion(tx, questionId))
  }),
  every('* * * * *', 'send-mails', sendDueMails),
  every('23 4 * * *', 'drop-settled-mails', async (ctx) => {
    const cutoff = new Date(ctx.clock.now().getTime() - keptDays * 86_400_000)
    const isBefore = sql`< ${cutoff.toISOString()}::timestamptz`
    await deleteInBatches(ctx, sql`${dueMails}`, sql`settled_at ${isBefore}`)
    await deleteInBatches(ctx, sql`${mailDeliveries}`, sql`sent_at ${isBefore}`)
  }),
  within('account.left', (tx, { userId }) => forgetMailsOf(tx, userId)),
]

/** Queueing mails to 100,000 followers takes seconds, more on a busy machine. */
async function queue(ctx: Context, work: (tx: Tx) => Promise<void>) {
  await transact(ctx, async (tx) => {
    await tx.execute(sql`set local statement_timeout = '5min'`)
    await work(tx)
  })
}

const batchSize = 10_000

/** A question with 100,000 followers leaves as many rows. */
async function deleteInBatches(ctx: Context, table: SQL, condition: SQL) {
  for (;;) {
    const { rowCount } = await transact(ctx, (tx) =>
      tx.execute(sql`delete from ${table}
        where ctid = any(array(select ctid from ${table} where ${condition} limit ${batchSize}))`),
    )
    if ((rowCount ?? 0) < batchSize) return
  }
}
