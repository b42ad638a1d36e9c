import { lt } from 'drizzle-orm'
import { every } from '../../kernel/events.ts'
import { mailLog } from './mail.table.ts'

const keepDays = 90

export const mailListeners = [
  every('11 4 * * *', 'drop-old-mail-log', async (ctx) => {
    const limit = new Date(ctx.clock.now().getTime() - keepDays * 86_400_000)
    await ctx.db.delete(mailLog).where(lt(mailLog.createdAt, limit))
  }),
]
