import { email } from '@stoa/contract/features/account-fields'
import { sendMail } from '../features/site/mail/mail.actions.ts'
import { testMail } from '../features/site/mail/test.mail.tsx'
import { listeners } from '../features.ts'
import { readConfig } from '../platform/process/read-config.ts'
import type { Context } from '../kernel/context.ts'
import { openContext } from '../platform/process/open-context.ts'

type Print = (text: string) => void

/** Sends a test email synchronously and reports the step that failed. */
export async function mail(args: string[], to: string | undefined, print: Print) {
  if (args[0] !== 'test' || !email.safeParse(to).success || to === undefined) {
    process.exitCode = 2
    return print('Usage: stoa mail test --to user@example.org')
  }
  const ctx = await openContext({ config: readConfig(), listeners, isWorker: false })
  try {
    if (!(await sendTestMail(ctx, to, print))) process.exitCode = 1
  } finally {
    await ctx.close()
  }
}

export async function sendTestMail(ctx: Context, to: string, print: Print): Promise<boolean> {
  if (!ctx.mailer.isConfigured()) {
    print(
      'No mail server is configured. Set STOA_SMTP_URL and STOA_MAIL_FROM, or the mail settings.',
    )
    return false
  }
  const { server, from, source } = ctx.mailer.route()
  print(`Sending through ${server} as ${from} (configured in ${source}).`)
  const steps = [
    ['Connect and log in', () => ctx.mailer.check()],
    [`Send to ${to}`, () => sendMail(ctx, { kind: 'test', to, ...testMail(ctx) })],
  ] as const
  for (const [name, run] of steps) {
    try {
      await run()
      print(`${name}: ok`)
    } catch (error) {
      print(`${name}: failed`)
      print(explain(error))
      return false
    }
  }
  print('The mail server accepted the email. If it does not arrive, check the spam folder.')
  return true
}

const advice: Record<string, string> = {
  EDNS: 'Mail server not found. Check the spelling of the host.',
  ECONNECTION: 'The server closed the connection. Check the port and the encryption.',
  ECONNREFUSED: 'Connection refused. Check the host, the port and any firewall in between.',
  ESOCKET: 'Connection failed. Check the host, the port and the encryption.',
  ETIMEDOUT: 'Connection timed out. Check the host and the port. Many networks block port 25.',
  ETLS: 'TLS negotiation failed. Check the encryption and the certificate.',
  EAUTH: 'The server rejected the username or password.',
  ENOAUTH: 'The server requires a username and password.',
  EENVELOPE: 'The server rejected the sender or the recipient. Check the sender email.',
  EMESSAGE: 'The server rejected the message.',
  EPROTOCOL: 'The server does not speak SMTP. Check the port and the encryption.',
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const codes = [causeOf(error), error].map((cause) => ('code' in cause ? String(cause.code) : ''))
  const hint = codes.map((code) => advice[code]).find((text) => text !== undefined)
  return [error.message, ...(hint === undefined ? [] : [hint])].join('\n')
}

function causeOf(error: Error): Error {
  return error.cause instanceof Error ? error.cause : error
}
