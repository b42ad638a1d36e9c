import { eq } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { after } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import { type OutgoingMail, sendMail } from '../../site/mail/mail.actions.ts'
import { users } from '../../../schema/users.ts'
import { emailTakenMail } from './accounts.mail.tsx'
import { findAccount, findAccountByEmail } from './accounts.queries.ts'
import { findCodePayload, issueCode } from './codes.actions.ts'
import {
  changeEmailMail,
  wrongCodesMail,
  emailChangedMail,
  passwordChangedMail,
  resetMail,
} from './recovery.mail.tsx'

type UserEvent = { userId: string }

export const recoveryListeners = [
  after('account.reset_asked', 'reset-mail', async (ctx, event) => {
    const mail = await transact(ctx, async (tx): Promise<OutgoingMail | null> => {
      const user = await lockAccount(tx, event)
      if (user === null || user.email === null) return null
      const code = await issueCode(tx, user.id, 'reset')
      const content = resetMail(ctx, user.language, code)
      return { kind: 'password_reset', to: user.email, ...content }
    })
    if (mail !== null) await sendMail(ctx, mail)
  }),

  after('account.email_change_asked', 'confirmation-mail', async (ctx, event) => {
    const mail = await transact(ctx, (tx) => prepareConfirmation(ctx, tx, event))
    if (mail !== null) await sendMail(ctx, mail)
  }),

  after('account.email_changed', 'notice-mail', async (ctx, { userId, formerEmail }) => {
    const user = await findAccount(ctx.db, userId)
    const content = emailChangedMail(ctx, user?.language ?? '')
    await sendMail(ctx, { kind: 'email_changed', to: formerEmail, ...content })
  }),

  after('account.password_changed', 'notice-mail', async (ctx, { userId }) => {
    const user = await findAccount(ctx.db, userId)
    if (!user?.email) return
    const content = passwordChangedMail(ctx, user.language)
    await sendMail(ctx, { kind: 'password_changed', to: user.email, ...content })
  }),

  after('account.codes_guessed', 'notice-mail', async (ctx, { userId }) => {
    const user = await findAccount(ctx.db, userId)
    if (!user?.email) return
    const content = wrongCodesMail(ctx, user.language)
    await sendMail(ctx, { kind: 'codes_guessed', to: user.email, ...content })
  }),
]

/** A confirmation link to the new email, or a notice to its owner when it is taken. */
async function prepareConfirmation(
  ctx: Context,
  tx: Tx,
  event: UserEvent & { returnPath?: string | undefined },
): Promise<OutgoingMail | null> {
  const user = await lockAccount(tx, event)
  const newEmail = await findCodePayload(tx, event.userId, 'change_email')
  if (user === null || newEmail === null) return null
  const owner = await findAccountByEmail(tx, newEmail)
  if (owner !== null)
    return {
      kind: 'address_taken',
      to: newEmail,
      ...emailTakenMail(ctx, owner.language, event.returnPath),
    }
  const code = await issueCode(tx, user.id, 'change_email', { payload: newEmail })
  const content = changeEmailMail(ctx, user.language, code, event.returnPath)
  return { kind: 'email_change', to: newEmail, ...content }
}

async function lockAccount(tx: Tx, { userId }: UserEvent) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  return user === undefined || user.status === 'deleted' ? null : user
}
