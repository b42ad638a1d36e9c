// Reads what the mail sink received.
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

/** All mails that match, oldest first. */
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

/** The newest mail that matches, waiting for it to arrive. */
export async function waitForMail(
  { timeoutMs = 60_000, ...filter }: MailFilter & { timeoutMs?: number },
  inboxDir = currentInbox(),
): Promise<Mail> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const newest = (await listMails(filter, inboxDir)).at(-1)
    if (newest) return newest
    if (Date.now() > deadline) {
      throw new Error(`no mail within ${timeoutMs} ms for ${JSON.stringify(filter)}`)
    }
    await sleep(40)
  }
}

function currentInbox(): string {
  const { smtp } = readPorts()
  if (!smtp) throw new Error('the mail sink is not running; run pnpm services start')
  return smtp.inboxDir
}

function isFor(raw: Buffer, address: string): boolean {
  const head = raw.subarray(0, 4096).toString('utf8').toLowerCase()
  return head.includes(`x-envelope-to: ${address.toLowerCase()}\r\n`)
}

function matchesSubject(subject: string, wanted?: string | RegExp): boolean {
  if (wanted === undefined) return true
  return typeof wanted === 'string' ? subject.includes(wanted) : wanted.test(subject)
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
