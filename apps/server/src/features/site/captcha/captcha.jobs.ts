import { lt } from 'drizzle-orm'
import { every } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import { actionCounts, usedCaptchas } from '../../../schema/captcha.ts'

const hour = 3_600_000

export const captchaListeners = [
  every('23 * * * *', 'drop-old-captchas', async (ctx) => {
    const now = ctx.clock.now()
    const oldest = new Date(now.getTime() - 2 * hour)
    await transact(ctx, (tx) => tx.delete(usedCaptchas).where(lt(usedCaptchas.expiresAt, now)))
    await transact(ctx, (tx) => tx.delete(actionCounts).where(lt(actionCounts.lastAt, oldest)))
  }),
]
