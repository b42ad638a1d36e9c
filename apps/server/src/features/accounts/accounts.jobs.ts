import { eq } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import { after } from '../../kernel/events.ts'
import { transact } from '../../kernel/transact.ts'
import { sendMail } from '../mail/mail.actions.ts'
import { users } from '../users/users.table.ts'
import { activationMail, addressTakenMail } from './accounts.mail.tsx'
import { findAccount } from './accounts.queries.ts'
import { issueCode } from './codes.ts'

export const accountsListeners = [
  after('account.registered', 'activation-mail', mailActivation),
  after('account.activation_asked', 'activation-mail', mailActivation),
  after('account.address_taken', 'notice-mail', async (ctx, { userId }) => {
    const user = await findAccount(ctx.db, userId)
    if (user?.email)
      await sendMail(ctx, {
        kind: 'address_taken',
        to: user.email,
        ...addressTakenMail(ctx, user.language),
      })
  }),
]

/** The code is made here, not when it is asked for: so it is never stored readable, and a second run sends a newer one. */
async function mailActivation(ctx: Context, { userId }: { userId: string }) {
  const work = await transact(ctx, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
    if (user === undefined || user.email === null || user.activatedAt !== null) return null
    return {
      to: user.email,
      language: user.language,
      code: await issueCode(tx, userId, 'activate'),
    }
  })
  if (work === null) return
  await sendMail(ctx, {
    kind: 'activation',
    to: work.to,
    ...activationMail(ctx, work.language, work.code),
  })
}
