import { eq } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import { after } from '../../kernel/events.ts'
import { transact, type Tx } from '../../kernel/transact.ts'
import { type Letter, sendMail } from '../mail/mail.actions.ts'
import { users } from '../users/users.table.ts'
import { addressTakenMail } from './accounts.mail.tsx'
import { findAccount, findAccountByEmail } from './accounts.queries.ts'
import { findPayload, issueCode } from './codes.ts'
import {
  changeEmailMail,
  codesGuessedMail,
  emailChangedMail,
  passwordChangedMail,
  resetMail,
} from './recovery.mail.tsx'

type Asked = { userId: string }

export const recoveryListeners = [
  after('account.reset_asked', 'reset-mail', async (ctx, asked) => {
    const work = await transact(ctx, async (tx): Promise<Letter | null> => {
      const user = await lockAccount(tx, asked)
      if (user === null || user.email === null) return null
      const code = await issueCode(tx, user.id, 'reset')
      const letter = resetMail(ctx, user.language, code)
      return { kind: 'password_reset', to: user.email, ...letter }
    })
    if (work !== null) await sendMail(ctx, work)
  }),

  after('account.email_change_asked', 'confirmation-mail', async (ctx, asked) => {
    const work = await transact(ctx, (tx) => confirmationMail(ctx, tx, asked))
    if (work !== null) await sendMail(ctx, work)
  }),

  after('account.email_changed', 'notice-mail', async (ctx, { userId, formerEmail }) => {
    const user = await findAccount(ctx.db, userId)
    const letter = emailChangedMail(ctx, user?.language ?? '')
    await sendMail(ctx, { kind: 'email_changed', to: formerEmail, ...letter })
  }),

  after('account.password_changed', 'notice-mail', async (ctx, { userId }) => {
    const user = await findAccount(ctx.db, userId)
    if (!user?.email) return
    const letter = passwordChangedMail(ctx, user.language)
    await sendMail(ctx, { kind: 'password_changed', to: user.email, ...letter })
  }),

  after('account.codes_guessed', 'notice-mail', async (ctx, { userId }) => {
    const user = await findAccount(ctx.db, userId)
    if (!user?.email) return
    const letter = codesGuessedMail(ctx, user.language)
    await sendMail(ctx, { kind: 'codes_guessed', to: user.email, ...letter })
  }),
]

/** The link to the new address; or, when it has an account, a word to its owner. */
async function confirmationMail(ctx: Context, tx: Tx, asked: Asked): Promise<Letter | null> {
  const user = await lockAccount(tx, asked)
  const wanted = await findPayload(tx, asked.userId, 'change_email')
  if (user === null || wanted === null) return null
  const owner = await findAccountByEmail(tx, wanted)
  if (owner !== null)
    return { kind: 'address_taken', to: wanted, ...addressTakenMail(ctx, owner.language) }
  const code = await issueCode(tx, user.id, 'change_email', wanted)
  return { kind: 'email_change', to: wanted, ...changeEmailMail(ctx, user.language, code) }
}

async function lockAccount(tx: Tx, { userId }: Asked) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
  return user === undefined || user.status === 'deleted' ? null : user
}
