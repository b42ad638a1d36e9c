import { askPasswordReset } from '@stoa/contract/features/recovery'
import { listMailLog } from '@stoa/contract/features/mail'
import { eq } from 'drizzle-orm'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForMail } from '../../../../../../scripts/services/inbox.ts'
import { servicePorts } from '../../../../test/databases.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { sendMail } from './mail.actions.ts'
import { mailListeners } from './mail.jobs.ts'
import { mailLog } from '../../../schema/mail.ts'

let site: TestSite
let token: string
beforeAll(async () => {
  site = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
  token = (await aUser(site.ctx, { role: 'admin' })).token
})
afterAll(() => site.close())

let mails = 0
const aMail = () => ({
  kind: 'test' as const,
  to: `log-${process.pid}-${Date.now()}-${++mails}@example.org`,
  subject: `Mail ${mails}`,
  text: 'A secret code.',
  html: '<p>A secret code.</p>',
})

const log = (input: { page?: number; page_size?: number; status?: 'sent' | 'failed' } = {}) =>
  site.as(token).call(listMailLog, input)

describe('GET /mail/log', () => {
  it('lists recipients and subjects to admins, but no bodies', async () => {
    const user = await aUser(site.ctx)
    await site.as().call(askPasswordReset, { e_mail: user.email })
    const { text } = await waitForMail({ to: user.email })
    const code = /code=([\w-]+)/.exec(text)?.[1] ?? 'none'
    await expect.poll(async () => (await log()).list[0]?.recipient).toBe(user.email)
    const { count, list } = await log()
    expect(count).toBe(1)
    expect(list[0]).toMatchObject({ kind: 'password_reset', status: 'sent', error: '' })
    expect(list[0]?.subject).toContain('Porch')
    expect(list[0]?.created_at).toBeGreaterThan(Date.now() / 1000 - 60)
    expect(JSON.stringify(await site.ctx.db.select().from(mailLog))).not.toContain(code)
  })

  it('logs the error of a mail that could not be sent, and still throws', async () => {
    const mail = aMail()
    const invalid = { ...mail, to: 'no address at all' }
    await expect(sendMail(site.ctx, invalid)).rejects.toThrow()
    const { list } = await log({ status: 'failed' })
    expect(list).toMatchObject([{ recipient: invalid.to, status: 'failed', kind: 'test' }])
    expect(list[0]?.error).toMatch(/recipient/i)
  })

  it('is paginated, newest first', async () => {
    const sent = [aMail(), aMail(), aMail()]
    for (const mail of sent) await sendMail(site.ctx, mail)
    const first = await log({ page: 1, page_size: 2, status: 'sent' })
    const second = await log({ page: 2, page_size: 2, status: 'sent' })
    expect(first.count).toBe(4)
    expect([...first.list, ...second.list].map(({ subject }) => subject).slice(0, 3)).toEqual(
      sent.map(({ subject }) => subject).toReversed(),
    )
  })

  it('requires an admin', async () => {
    const { token: other } = await aUser(site.ctx, { role: 'moderator' })
    await expectError(site.as(other).call(listMailLog, {}), 'auth.forbidden')
    await expectError(site.as().call(listMailLog, {}), 'auth.required')
  })

  it('deletes entries after 90 days', async () => {
    const mail = aMail()
    await sendMail(site.ctx, mail)
    const left = () => site.ctx.db.select().from(mailLog).where(eq(mailLog.recipient, mail.to))
    site.advance(89 * 86_400_000)
    for (const listener of mailListeners) await listener.run(site.ctx)
    expect((await left()).length).toBe(1)
    site.advance(2 * 86_400_000)
    for (const listener of mailListeners) await listener.run(site.ctx)
    expect((await left()).length).toBe(0)
  })
})

it('sendMail is the only caller of mailer.send', () => {
  const root = join(import.meta.dirname, '../../..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const senders = files.filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !file.includes('.test.') &&
      readFileSync(join(root, file), 'utf8').includes('mailer.send('),
  )
  expect(senders).toEqual(['features/site/mail/mail.actions.ts'])
})
