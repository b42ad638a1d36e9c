import { smtpSettings } from '@stoa/contract/settings/writing'
import { translator } from '@stoa/locales/translate'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listMails, waitForMail } from '../../../../scripts/services/inbox.ts'
import { servicePorts } from '../../test/databases.ts'
import { aSite, type TestSite } from '../../test/site.ts'
import { renderMail } from './mail-template.tsx'
import { openMailer } from './mail.ts'
import { changeSettings } from './settings.ts'
import { transact } from './transact.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

let addresses = 0
const anAddress = () => `mail-${process.pid}-${Date.now()}-${++addresses}@example.org`
const configured = () => ({
  ...site.ctx.config,
  smtp_url: servicePorts().smtp.url,
  mail_from: 'Porch <porch@example.org>',
})

describe('mail', () => {
  it('arrives over SMTP in both forms, in any script', async () => {
    const to = anAddress()
    const letter = renderMail(translator('ar'), {
      site: 'رواق',
      subject: 'مرحبا',
      paragraphs: ['سطر <b>', 'Zweite Zeile: ü'],
      action: { label: 'افتح', url: 'http://localhost:3000/x?code=1&b=2' },
      note: 'تنبيه',
    })
    const mailer = openMailer(configured(), site.ctx.settings)
    await mailer.send({ to, ...letter })
    const mail = await waitForMail({ to })
    expect(mail).toMatchObject({ from: 'porch@example.org', to: [to], subject: 'مرحبا' })
    expect(mail.text).toContain('http://localhost:3000/x?code=1&b=2')
    expect(mail.html).toContain('dir="rtl"')
    expect(mail.html).toContain('سطر &lt;b&gt;')
    mailer.close()
  })

  it('cannot be given another header or recipient by what people write', async () => {
    const [to, victim] = [anAddress(), anAddress()]
    const letter = renderMail(translator('en_US'), {
      site: '<img src=x onerror=alert(1)>',
      subject: `Hello\r\nBcc: ${victim}\r\n\r\n<script>`,
      paragraphs: ['a'],
      action: { label: '"><script>', url: 'http://localhost:3000' },
    })
    const mailer = openMailer(configured(), site.ctx.settings)
    await mailer.send({ to, ...letter })
    const mail = await waitForMail({ to })
    expect(mail.subject).toBe(`Hello Bcc: ${victim} <script>`)
    expect(mail.to).toEqual([to])
    expect(mail.html).not.toMatch(/<script|<img/)
    expect(await listMails({ to: victim })).toEqual([])
    mailer.close()
  })

  it('is not sent, and says so, while no server is configured', async () => {
    const mailer = openMailer(site.ctx.config, site.ctx.settings)
    expect(mailer.isConfigured()).toBe(false)
    const sending = mailer.send({ to: anAddress(), subject: 's', text: 't', html: 'h' })
    await expect(sending).rejects.toThrow('no mail server is configured')
  })

  it('follows the settings as soon as they change', async () => {
    const mailer = openMailer(site.ctx.config, site.ctx.settings)
    await transact(site.ctx, (tx) =>
      changeSettings(tx, site.ctx, smtpSettings, {
        smtp_host: '127.0.0.1',
        smtp_port: Number(new URL(servicePorts().smtp.url).port),
        encryption: '',
        from_name: 'From settings',
        from_email: 'settings@example.org',
      }),
    )
    const to = anAddress()
    expect(mailer.isConfigured()).toBe(true)
    await mailer.send({ to, subject: 's', text: 't', html: 'h' })
    expect((await waitForMail({ to })).from).toBe('settings@example.org')
    mailer.close()
  })

  it('fails, so that its job is tried again, when the server is dead or cuts the line', async () => {
    const cutting = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => cutting.listen(0, '127.0.0.1', resolve))
    const address = cutting.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    for (const smtp_url of ['smtp://127.0.0.1:1', `smtp://127.0.0.1:${port}`]) {
      const mailer = openMailer({ ...configured(), smtp_url }, site.ctx.settings)
      const sending = mailer.send({ to: anAddress(), subject: 's', text: 't', html: 'h' })
      await expect(sending).rejects.toThrow()
      mailer.close()
    }
    cutting.close()
  })
})
