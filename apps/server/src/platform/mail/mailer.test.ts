import { smtpSettings } from '@stoa/contract/settings/writing'
import { translator } from '@stoa/locales/translate'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listMails, waitForMail } from '../../../../../scripts/services/inbox.ts'
import { servicePorts } from '../../../test/databases.ts'
import { aSite, type TestSite } from '../../../test/site.ts'
import { renderMail } from '../../kernel/mail-template.tsx'
import { openMailer } from './mailer.ts'
import { changeSettings } from '../../kernel/settings.ts'
import { transact } from '../../kernel/transact.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

let emails = 0
const anEmail = () => `mail-${process.pid}-${Date.now()}-${++emails}@example.org`
const configured = () => ({
  ...site.ctx.config,
  smtp_url: servicePorts().smtp.url,
  mail_from: 'Porch <porch@example.org>',
})

describe('openMailer', () => {
  it('sends HTML and plain text in any script', async () => {
    const to = anEmail()
    const content = renderMail(translator('ar'), {
      site: 'رواق',
      subject: 'مرحبا',
      paragraphs: ['سطر <b>', 'Zweite Zeile: ü'],
      action: { label: 'افتح', url: 'http://localhost:3000/x?code=1&b=2' },
      note: 'تنبيه',
    })
    const mailer = openMailer(configured(), site.ctx.settings)
    await mailer.send({ to, ...content })
    const mail = await waitForMail({ to })
    expect(mail).toMatchObject({ from: 'porch@example.org', to: [to], subject: 'مرحبا' })
    expect(mail.text).toContain('http://localhost:3000/x?code=1&b=2')
    expect(mail.html).toContain('dir="rtl"')
    expect(mail.html).toContain('سطر &lt;b&gt;')
    mailer.close()
  })

  it('prevents header injection by user content', async () => {
    const [to, victim] = [anEmail(), anEmail()]
    const content = renderMail(translator('en_US'), {
      site: '<img src=x onerror=alert(1)>',
      subject: `Hello\r\nBcc: ${victim}\r\n\r\n<script>`,
      paragraphs: ['a'],
      action: { label: '"><script>', url: 'http://localhost:3000' },
    })
    const mailer = openMailer(configured(), site.ctx.settings)
    await mailer.send({ to, ...content })
    const mail = await waitForMail({ to })
    expect(mail.subject).toBe(`Hello Bcc: ${victim} <script>`)
    expect(mail.to).toEqual([to])
    expect(mail.html).not.toMatch(/<script|<img/)
    expect(await listMails({ to: victim })).toEqual([])
    mailer.close()
  })

  it('fails with a clear error when no server is configured', async () => {
    const mailer = openMailer(site.ctx.config, site.ctx.settings)
    expect(mailer.isConfigured()).toBe(false)
    const sending = mailer.send({ to: anEmail(), subject: 's', text: 't', html: 'h' })
    await expect(sending).rejects.toThrow('no mail server is configured')
  })

  it('uses changed settings at once', async () => {
    const mailer = openMailer(site.ctx.config, site.ctx.settings)
    await transact(site.ctx, (tx) =>
      changeSettings(tx, smtpSettings, {
        smtp_host: '127.0.0.1',
        smtp_port: Number(new URL(servicePorts().smtp.url).port),
        encryption: '',
        from_name: 'From settings',
        from_email: 'settings@example.org',
      }),
    )
    const to = anEmail()
    expect(mailer.isConfigured()).toBe(true)
    await mailer.send({ to, subject: 's', text: 't', html: 'h' })
    expect((await waitForMail({ to })).from).toBe('settings@example.org')
    mailer.close()
  })

  it('fails when the server is down or disconnects, so that the job is retried', async () => {
    const disconnecting = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => disconnecting.listen(0, '127.0.0.1', resolve))
    const address = disconnecting.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    for (const smtp_url of ['smtp://127.0.0.1:1', `smtp://127.0.0.1:${port}`]) {
      const mailer = openMailer({ ...configured(), smtp_url }, site.ctx.settings)
      const sending = mailer.send({ to: anEmail(), subject: 's', text: 't', html: 'h' })
      await expect(sending).rejects.toThrow()
      mailer.close()
    }
    disconnecting.close()
  })
})
