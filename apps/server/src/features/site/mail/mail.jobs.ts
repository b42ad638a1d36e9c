import { lt } from 'drizzle-orm'
import { every } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import { mailLog } from '../../../schema/mail.ts'

const retentionDays = 90

export const mailListeners = [
  every('11 4 * * *', 'drop-old-mail-log', async (ctx) => {
    const cutoff = new Date(ctx.clock.now().getTime() - retentionDays * 86_400_000)
    await transact(ctx, (tx) => tx.delete(mailLog).where(lt(mailLog.createdAt, cutoff)))
  }),
]
