import type { Context } from '../../../kernel/context.ts'
import type { Mail } from '../../../kernel/services.ts'
import { testMail } from './test.mail.tsx'
import { mailLog } from '../../../schema/mail.ts'

/** Stored in the mail log. */
type MailKind =
  | 'activation'
  | 'address_taken'
  | 'password_reset'
  | 'password_changed'
  | 'codes_guessed'
  | 'email_change'
  | 'email_changed'
  | 'connector_link'
  | 'connector_linked'
  | 'test'
  | 'notification'
  | 'digest'
  | 'invitation'
  | 'api_key_created'
  | 'webhook_stopped'
  | 'plugin_disabled'

export type OutgoingMail = Mail & { kind: MailKind }

const maxErrorLength = 500

/** Sends and logs a mail. Throws when sending fails, so that the job is retried. */
export async function sendMail(ctx: Context, { kind, ...mail }: OutgoingMail) {
  const log = (status: 'sent' | 'failed', error = '') =>
    insertLogEntry(ctx, { kind, recipient: mail.to, subject: mail.subject, status, error })
  try {
    await ctx.mailer.send(mail)
  } catch (error) {
    await log(
      'failed',
      (error instanceof Error ? error.message : String(error)).slice(0, maxErrorLength),
    )
    throw error
  }
  await log('sent')
}

export async function sendTestEmail(ctx: Context, to: string) {
  await sendMail(ctx, { kind: 'test', to, ...testMail(ctx) })
}

type LogEntry = Omit<typeof mailLog.$inferInsert, 'id' | 'createdAt'>

/** Does not throw: a mail that was sent must not be sent again because logging failed. */
async function insertLogEntry(ctx: Context, entry: LogEntry) {
  try {
    await ctx.autocommit.insert(mailLog).values({ ...entry, createdAt: ctx.clock.now() })
  } catch (error) {
    ctx.log.error(
      { err: error, kind: entry.kind, status: entry.status },
      'writing to the mail log failed',
    )
  }
}
