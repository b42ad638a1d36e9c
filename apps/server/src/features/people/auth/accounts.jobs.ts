import { eq } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { after } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import { sendMail } from '../../site/mail/mail.actions.ts'
import { users } from '../../../schema/users.ts'
import { activationMail, emailTakenMail } from './accounts.mail.tsx'
import { findAccount } from './accounts.queries.ts'
import { issueCode } from './codes.actions.ts'

export const accountsListeners = [
  after('account.registered', 'activation-mail', mailActivation),
  after('account.activation_asked', 'activation-mail', mailActivation),
  after('account.address_taken', 'notice-mail', async (ctx, { userId, returnPath }) => {
    const user = await findAccount(ctx.db, userId)
    if (user?.email)
      await sendMail(ctx, {
        kind: 'address_taken',
        to: user.email,
        ...emailTakenMail(ctx, user.language, returnPath),
      })
  }),
]

type ActivationEvent = { userId: string; returnPath?: string | undefined }

/** The code is created in the job so that it is never stored in plain text; a retry sends a newer one. */
async function mailActivation(ctx: Context, { userId, returnPath }: ActivationEvent) {
  const mail = await transact(ctx, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
    if (user === undefined || user.email === null || user.activatedAt !== null) return null
    return {
      to: user.email,
      language: user.language,
      code: await issueCode(tx, userId, 'activate'),
    }
  })
  if (mail === null) return
  await sendMail(ctx, {
    kind: 'activation',
    to: mail.to,
    ...activationMail(ctx, mail.language, mail.code, returnPath),
  })
}
