// Reads the emails that the test SMTP server received.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { readPorts } from './ports.ts'

export type Mail = {
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  receivedAt: Date
}

export type MailFilter = { to?: string; after?: Date; subject?: string | RegExp; text?: RegExp }

/** Matching emails, oldest first. */
export async function listMails(
  filter: MailFilter = {},
  inboxDir = currentInbox(),
): Promise<Mail[]> {
  const names = readdirSync(inboxDir).filter((name) => name.endsWith('.eml'))
  const mails: Mail[] = []
  for (const name of names.toSorted()) {
    const receivedAt = new Date(Number(name.split('-')[0]))
    if (filter.after && receivedAt < filter.after) continue
    const raw = readFileSync(join(inboxDir, name))
    if (filter.to && !isFor(raw, filter.to)) continue
    const mail = await toMail(raw, receivedAt)
    if (!matchesSubject(mail.subject, filter.subject)) continue
    if (filter.text === undefined || filter.text.test(mail.text)) mails.push(mail)
  }
  return mails
}

/** Waits for a matching email and returns the newest. */
export async function waitForMail(
  { timeoutMs = 60_000, ...filter }: MailFilter & { timeoutMs?: number },
  inboxDir = currentInbox(),
): Promise<Mail> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const newest = (await listMails(filter, inboxDir)).at(-1)
    if (newest) return newest
    if (Date.now() > deadline) {
      throw new Error(`no email within ${timeoutMs} ms for ${JSON.stringify(filter)}`)
    }
    await sleep(40)
  }
}

function currentInbox(): string {
  const { smtp } = readPorts()
  if (!smtp) throw new Error('the SMTP server is not running; run pnpm services start')
  return smtp.inboxDir
}

function isFor(raw: Buffer, recipient: string): boolean {
  const head = raw.subarray(0, 4096).toString('utf8').toLowerCase()
  return head.includes(`x-envelope-to: ${recipient.toLowerCase()}\r\n`)
}

function matchesSubject(subject: string, expected?: string | RegExp): boolean {
  if (expected === undefined) return true
  return typeof expected === 'string' ? subject.includes(expected) : expected.test(subject)
}

async function toMail(raw: Buffer, receivedAt: Date): Promise<Mail> {
  const parsed = await PostalMime.parse(raw)
  const recipients = parsed.headers.filter((header) => header.key === 'x-envelope-to')
  return {
    from: parsed.from?.address ?? '',
    to: recipients.map((header) => header.value),
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    headers: Object.fromEntries(parsed.headers.map((header) => [header.key, header.value])),
    receivedAt,
  }
}
