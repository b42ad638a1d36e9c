import type { Context } from '../../kernel/context.ts'
import type { Mail } from '../../kernel/mail.ts'
import { mailLog } from './mail.table.ts'

/** What a mail is about: the name under which the log shows it. */
type MailKind =
  | 'activation'
  | 'address_taken'
  | 'password_reset'
  | 'password_changed'
  | 'codes_guessed'
  | 'email_change'
  | 'email_changed'
  | 'test'

/** A mail that knows what it is about. */
export type Letter = Mail & { kind: MailKind }

const longestError = 500

/** Sends a mail and writes down how it went. It fails when the mail does, so that the job is tried again. */
export async function sendMail(ctx: Context, { kind, ...mail }: Letter) {
  const write = (status: 'sent' | 'failed', error = '') =>
    writeLog(ctx, { kind, recipient: mail.to, subject: mail.subject, status, error })
  try {
    await ctx.mailer.send(mail)
  } catch (error) {
    await write(
      'failed',
      (error instanceof Error ? error.message : String(error)).slice(0, longestError),
    )
    throw error
  }
  await write('sent')
}

type Entry = Omit<typeof mailLog.$inferInsert, 'id' | 'createdAt'>

/** A mail that went out must not go out again because nobody could note it. */
async function writeLog(ctx: Context, entry: Entry) {
  try {
    await ctx.db.insert(mailLog).values({ ...entry, createdAt: ctx.clock.now() })
  } catch (error) {
    ctx.log.error({ err: error, kind: entry.kind, status: entry.status }, 'mail log not written')
  }
}
