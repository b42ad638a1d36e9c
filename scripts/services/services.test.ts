import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listMails, waitForMail } from './inbox.ts'
import { freePort, readPorts } from './ports.ts'
import { isOurs, terminate } from './processes.ts'
import { startRedis } from './redis.ts'
import { runningServices, startServices } from './services.ts'

async function sendMail(port: number, to: string, message: string) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'data')
  const steps = [
    'EHLO test',
    'MAIL FROM:<stoa@example.org>',
    `RCPT TO:<${to}>`,
    'DATA',
    `${message}\r\n.`,
    'QUIT',
  ]
  for (const step of steps) {
    socket.write(`${step}\r\n`)
    await once(socket, 'data')
  }
  socket.end()
}

describe('services', () => {
  it('keep running when started again', async () => {
    const running = runningServices()
    const { started, ports } = await startServices()
    expect(started).toEqual([])
    expect(ports).toEqual(running)
    expect(ports.postgres.url).toMatch(/^postgres:\/\/stoa@127\.0\.0\.1:\d+\/postgres$/)
  })

  it('store emails sent over SMTP', async () => {
    const { smtp } = readPorts()
    const to = `ada-${Date.now()}@example.org`
    const head = `From: Stoa <stoa@example.org>\r\nTo: ${to}\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=`
    await sendMail(smtp?.port ?? 0, to, `${head}\r\n\r\nHello Ada`)
    const mail = await waitForMail({ to, subject: 'Grüße' })
    expect(mail).toMatchObject({ from: 'stoa@example.org', to: [to], text: 'Hello Ada\n' })
    expect(await listMails({ to: 'nobody@example.org' })).toEqual([])
  })

  it('throw when an email does not arrive in time', async () => {
    const wait = waitForMail({ to: 'nobody@example.org', timeoutMs: 60 })
    await expect(wait).rejects.toThrow('no email within 60 ms')
  })

  it('never signal a process with another working directory', async () => {
    const unrelated = { pid: process.pid, dir: tmpdir() }
    expect(isOurs(unrelated)).toBe(false)
    await terminate(unrelated)
    expect(isOurs({ pid: process.pid, dir: process.cwd() })).toBe(true)
  })

  it('can be started separately from the shared ones', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'stoa-redis-'))
    const redis = await startRedis(await freePort(), dir)
    expect(isOurs(redis)).toBe(true)
    await terminate(redis)
    expect(isOurs(redis)).toBe(false)
    rmSync(dir, { recursive: true })
    rmSync(`${dir}.log`)
  })
})
