import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForMail } from '../../../../scripts/services/inbox.ts'
import { servicePorts } from '../../test/databases.ts'
import { aSite, type TestSite } from '../../test/site.ts'
import { mailLog } from '../features/mail/mail.table.ts'
import type { Context } from '../kernel/context.ts'
import { openMailer } from '../kernel/mail.ts'
import { sendTestMail } from './mail.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

/** Runs the test against a mail server; what was said. */
async function tryMail(smtp_url: string | undefined, to = 'nobody@example.org') {
  const config = { ...site.ctx.config, mail_from: 'Porch <porch@example.org>' }
  const mailer = openMailer(
    smtp_url === undefined ? config : { ...config, smtp_url },
    site.ctx.settings,
  )
  const ctx: Context = { ...site.ctx, mailer }
  const said: string[] = []
  const isSent = await sendTestMail(ctx, to, (text) => said.push(text))
  mailer.close()
  return { isSent, said: said.join('\n') }
}

type Behaviour = { greeting?: string; answers?: Record<string, string>; login?: string }

/** A mail server that answers each command with the given line. */
async function aServer({ greeting = '220 hello\r\n', answers = {}, login = '' }: Behaviour) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write(greeting)
    socket.on('data', (bytes) => {
      const word = bytes.toString().slice(0, 4).toUpperCase().trim()
      socket.write(`${answers[word] ?? '250 OK'}\r\n`)
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

describe('a test mail', () => {
  it('arrives, and each step is said', async () => {
    const to = `test-${process.pid}-${Date.now()}@example.org`
    const { isSent, said } = await tryMail(servicePorts().smtp.url, to)
    expect(isSent).toBe(true)
    expect(said).toContain('as Porch <porch@example.org>, because STOA_SMTP_URL says so.')
    expect(said).toContain('Connecting and signing in: done.')
    expect(said).toContain(`Sending to ${to}: done.`)
    expect((await waitForMail({ to })).subject).toBe('Porch: mail works')
    const log = await site.ctx.db.select().from(mailLog)
    expect(log).toMatchObject([{ kind: 'test', recipient: to, status: 'sent' }])
  })

  it('says that there is no mail server', async () => {
    const { isSent, said } = await tryMail(undefined)
    expect([isSent, said]).toEqual([
      false,
      'There is no mail server: set STOA_SMTP_URL and STOA_MAIL_FROM, or the mail settings.',
    ])
  })

  it('says that nothing listens', async () => {
    const { isSent, said } = await tryMail('smtp://secret:word@127.0.0.1:1')
    expect(isSent).toBe(false)
    expect(said).toContain('Connecting and signing in: failed.')
    expect(said).toMatch(/ECONNREFUSED[^]*Check the host/)
    expect(said).not.toContain('word')
  })

  it.each([
    ['is no mail server', { greeting: 'HTTP/1.1 400 Bad Request\r\n\r\n' }, 'does not speak SMTP'],
    [
      'refuses the password',
      {
        answers: { EHLO: '250-hello\r\n250 AUTH PLAIN LOGIN', AUTH: '535 5.7.8 wrong' },
        login: 'ada:guess@',
      },
      'refused the user name or the password',
    ],
    [
      'refuses the recipient',
      { answers: { RCPT: '550 5.1.1 no such person' } },
      'refused the sender or the recipient',
    ],
  ])('says that the server %s', async (_what, behaviour, advice) => {
    const server = await aServer(behaviour)
    const { isSent, said } = await tryMail(server.url)
    server.close()
    expect(isSent).toBe(false)
    expect(said).toContain(advice)
    expect(said).not.toContain('guess')
  })
})
