import { lt } from 'drizzle-orm'
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
    if (ctx.mailer.isConfigured()) await transact(ctx, (tx) => queueMails(tx, eventIds))
  }),
  after('question.asked', 'queue-mails', async (ctx, { questionId }) => {
    if (ctx.mailer.isConfigured()) await transact(ctx, (tx) => queueNewQuestion(tx, questionId))
  }),
  every('* * * * *', 'send-mails', sendDueMails),
  every('23 4 * * *', 'drop-settled-mails', async (ctx) => {
    const cutoff = new Date(ctx.clock.now().getTime() - keptDays * 86_400_000)
    await transact(ctx, async (tx) => {
      await tx.delete(dueMails).where(lt(dueMails.settledAt, cutoff))
      await tx.delete(mailDeliveries).where(lt(mailDeliveries.sentAt, cutoff))
    })
  }),
  within('account.left', (tx, { userId }) => forgetMailsOf(tx, userId)),
]
