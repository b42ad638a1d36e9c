import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForMail } from '../../../../scripts/services/inbox.ts'
import { servicePorts } from '../../test/databases.ts'
import { aSite, type TestSite } from '../../test/site.ts'
import { mailLog } from '../schema/mail.ts'
import type { Context } from '../kernel/context.ts'
import { openMailer } from '../platform/mail/mailer.ts'
import { sendTestMail } from './mail.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

/** Returns what the command printed. */
async function tryMail(smtp_url: string | undefined, to = 'nobody@example.org') {
  const config = { ...site.ctx.config, mail_from: 'Porch <porch@example.org>' }
  const mailer = openMailer(
    smtp_url === undefined ? config : { ...config, smtp_url },
    site.ctx.settings,
  )
  const ctx: Context = { ...site.ctx, mailer }
  const printed: string[] = []
  const isSent = await sendTestMail(ctx, to, (text) => printed.push(text))
  mailer.close()
  return { isSent, printed: printed.join('\n') }
}

type Behavior = { greeting?: string; responses?: Record<string, string>; login?: string }

/** A mail server with scripted responses. */
async function aServer({ greeting = '220 hello\r\n', responses = {}, login = '' }: Behavior) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write(greeting)
    socket.on('data', (bytes) => {
      const command = bytes.toString().slice(0, 4).toUpperCase().trim()
      socket.write(`${responses[command] ?? '250 OK'}\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `smtp://${login}127.0.0.1:${port}`,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describe('sendTestMail', () => {
  it('sends the email and prints each step', async () => {
    const to = `test-${process.pid}-${Date.now()}@example.org`
    const { isSent, printed } = await tryMail(servicePorts().smtp.url, to)
    expect(isSent).toBe(true)
    expect(printed).toContain('as Porch <porch@example.org> (configured in STOA_SMTP_URL).')
    expect(printed).toContain('Connect and log in: ok')
    expect(printed).toContain(`Send to ${to}: ok`)
    expect((await waitForMail({ to })).subject).toBe('Test email from Porch')
    const log = await site.ctx.db.select().from(mailLog)
    expect(log).toMatchObject([{ kind: 'test', recipient: to, status: 'sent' }])
  })

  it('reports that no mail server is configured', async () => {
    const { isSent, printed } = await tryMail(undefined)
    expect([isSent, printed]).toEqual([
      false,
      'No mail server is configured. Set STOA_SMTP_URL and STOA_MAIL_FROM, or the mail settings.',
    ])
  })

  it('reports a refused connection', async () => {
    const { isSent, printed } = await tryMail('smtp://secret:word@127.0.0.1:1')
    expect(isSent).toBe(false)
    expect(printed).toContain('Connect and log in: failed')
    expect(printed).toMatch(/ECONNREFUSED[^]*Check the host/)
    expect(printed).not.toContain('word')
  })

  it.each([
    [
      'is not a mail server',
      { greeting: 'HTTP/1.1 400 Bad Request\r\n\r\n' },
      'does not speak SMTP',
    ],
    [
      'rejects the password',
      {
        responses: { EHLO: '250-hello\r\n250 AUTH PLAIN LOGIN', AUTH: '535 5.7.8 wrong' },
        login: 'ada:guess@',
      },
      'rejected the username or password',
    ],
    [
      'rejects the recipient',
      { responses: { RCPT: '550 5.1.1 no such user' } },
      'rejected the sender or the recipient',
    ],
  ])('reports that the server %s', async (_case, behavior, advice) => {
    const server = await aServer(behavior)
    const { isSent, printed } = await tryMail(server.url)
    server.close()
    expect(isSent).toBe(false)
    expect(printed).toContain(advice)
    expect(printed).not.toContain('guess')
  })
})
