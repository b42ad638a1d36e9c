import { lt } from 'drizzle-orm'
import { every } from '../../../kernel/events.ts'
import { actionCounts, usedCaptchas } from '../../../schema/captcha.ts'

const hour = 3_600_000

export const captchaListeners = [
  every('23 * * * *', 'drop-old-captchas', async (ctx) => {
    const now = ctx.clock.now()
    await ctx.db.delete(usedCaptchas).where(lt(usedCaptchas.expiresAt, now))
    await ctx.db
      .delete(actionCounts)
      .where(lt(actionCounts.lastAt, new Date(now.getTime() - 2 * hour)))
  }),
]
