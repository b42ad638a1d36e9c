import { email } from '@stoa/contract/features/account-fields'
import { sendMail } from '../features/mail/mail.actions.ts'
import { testMail } from '../features/mail/test.mail.tsx'
import { listeners } from '../features.ts'
import { readConfig } from '../kernel/config.ts'
import type { Context } from '../kernel/context.ts'
import { openContext } from '../kernel/open-context.ts'

type Say = (text: string) => void

/** Sends a mail now and says at which step it failed, if it did. */
export async function mail(words: string[], to: string | undefined, say: Say) {
  if (words[0] !== 'test' || !email.safeParse(to).success || to === undefined) {
    process.exitCode = 2
    return say('Usage: stoa mail test --to somebody@example.org')
  }
  const ctx = await openContext({ config: readConfig(), listeners, works: false })
  try {
    if (!(await sendTestMail(ctx, to, say))) process.exitCode = 1
  } finally {
    await ctx.close()
  }
}

/** Step by step, each with its result; whether all went well. */
export async function sendTestMail(ctx: Context, to: string, say: Say): Promise<boolean> {
  if (!ctx.mailer.isConfigured()) {
    say('There is no mail server: set STOA_SMTP_URL and STOA_MAIL_FROM, or the mail settings.')
    return false
  }
  const { server, from, source } = ctx.mailer.route()
  say(`Mail goes to ${server} as ${from}, because ${source} says so.`)
  const steps = [
    ['Connecting and signing in', () => ctx.mailer.check()],
    [`Sending to ${to}`, () => sendMail(ctx, { kind: 'test', to, ...testMail(ctx) })],
  ] as const
  for (const [name, run] of steps) {
    try {
      await run()
      say(`${name}: done.`)
    } catch (error) {
      say(`${name}: failed.`)
      say(explain(error))
      return false
    }
  }
  say('The mail server has taken the mail. If it does not arrive, look into the spam folder.')
  return true
}

const advice: Record<string, string> = {
  EDNS: 'The name of the mail server is not known here. Check how it is written.',
  ECONNECTION: 'The server closed the connection. Check the port and the kind of encryption.',
  ECONNREFUSED: 'Nothing listens there. Check the host and the port, and any firewall between.',
  ESOCKET: 'The connection could not be made. Check the host, the port and the encryption.',
  ETIMEDOUT:
    'The server does not answer. Check the host and the port; many networks block port 25.',
  ETLS: 'The encryption could not be agreed on. Check the kind of encryption and the certificate.',
  EAUTH: 'The server refused the user name or the password.',
  ENOAUTH: 'The server wants a user name and a password.',
  EENVELOPE: 'The server refused the sender or the recipient. Check the address mail is sent from.',
  EMESSAGE: 'The server refused the message.',
  EPROTOCOL: 'What answers there does not speak SMTP. Check the port and the kind of encryption.',
}

/** What the server said, and what to do about it. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const codes = [causeOf(error), error].map((one) => ('code' in one ? String(one.code) : ''))
  const hint = codes.map((code) => advice[code]).find((text) => text !== undefined)
  return [error.message, ...(hint === undefined ? [] : [hint])].join('\n')
}

function causeOf(error: Error): Error {
  return error.cause instanceof Error ? error.cause : error
}
