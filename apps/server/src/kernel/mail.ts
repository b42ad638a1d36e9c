import type { SettingsOf } from '@stoa/contract/settings/group'
import { smtpSettings } from '@stoa/contract/settings/writing'
import { createTransport, type Transporter } from 'nodemailer'
import type { Config } from './config.ts'
import type { SettingsStore } from './settings.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

export type Mailer = {
  /** Whether there is anything to send with; without it mail waits in the queue. */
  isConfigured(): boolean
  send(mail: Mail): Promise<void>
  close(): void
}

/** Thrown to have a job try again later. */
class MailNotConfiguredError extends Error {
  constructor() {
    super('no mail server is configured: set STOA_SMTP_URL or the mail settings')
    this.name = 'MailNotConfiguredError'
  }
}

const timeoutMs = 10_000

/** Sends over SMTP: the configuration's server, else that of the settings. */
export function openMailer(config: Config, settings: SettingsStore): Mailer {
  let transport: Transporter | undefined
  let madeFor: unknown

  function current() {
    const smtp = settings.get(smtpSettings)
    const basis = config.smtp_url ?? smtp
    if (transport === undefined || madeFor !== basis) {
      transport?.close()
      transport = createTransport(config.smtp_url ?? toOptions(smtp), {
        from:
          config.smtp_url === undefined
            ? { name: smtp.from_name, address: smtp.from_email }
            : config.mail_from,
      })
      madeFor = basis
    }
    return transport
  }

  const isConfigured = () =>
    config.smtp_url !== undefined || settings.get(smtpSettings).smtp_host !== ''
  return {
    isConfigured,
    async send(mail) {
      if (!isConfigured()) throw new MailNotConfiguredError()
      await current().sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true })
    },
    close: () => transport?.close(),
  }
}

function toOptions(smtp: SettingsOf<typeof smtpSettings>) {
  return {
    host: smtp.smtp_host,
    port: smtp.smtp_port,
    secure: smtp.encryption === 'SSL',
    requireTLS: smtp.encryption === 'TLS',
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    ...(smtp.smtp_authentication
      ? { auth: { user: smtp.smtp_username, pass: smtp.smtp_password } }
      : {}),
  }
}
