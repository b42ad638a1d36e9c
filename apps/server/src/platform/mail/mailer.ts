import type { Mail, Mailer } from '../../kernel/services.ts'
import type { SettingsOf } from '@stoa/contract/settings/group'
import { smtpSettings } from '@stoa/contract/settings/writing'
import type { Transporter } from 'nodemailer'
import type { Config } from '../../kernel/config.ts'
import type { SettingsStore } from '../../kernel/services.ts'

/** Makes the job retry later. */
class MailNotConfiguredError extends Error {
  constructor() {
    super('no mail server is configured: set STOA_SMTP_URL or the mail settings')
    this.name = 'MailNotConfiguredError'
  }
}

const timeoutMs = 10_000
const timeouts = {
  connectionTimeout: timeoutMs,
  greetingTimeout: timeoutMs,
  socketTimeout: timeoutMs,
}

type Smtp = SettingsOf<typeof smtpSettings>

/** Loaded on first use: 4 MB that a process without mail to send does not need. */
const loadNodemailer = () => import('nodemailer')

/** Uses the SMTP server of the configuration, else of the site settings. */
export function openMailer(config: Config, settings: SettingsStore): Mailer {
  let transport: Transporter | undefined
  let transportSource: unknown

  async function getTransport() {
    const { createTransport } = await loadNodemailer()
    const smtp = settings.get(smtpSettings)
    const source = config.smtp_url ?? smtp
    if (transport === undefined || transportSource !== source) {
      transport?.close()
      const server = config.smtp_url === undefined ? toOptions(smtp) : { url: config.smtp_url }
      transport = createTransport({ ...timeouts, ...server }, { from: senderOf(config, smtp) })
      transportSource = source
    }
    return transport
  }

  const isConfigured = () =>
    config.smtp_url !== undefined || settings.get(smtpSettings).smtp_host !== ''
  return {
    isConfigured,
    route: () => routeOf(config, settings.get(smtpSettings)),
    async check() {
      if (!isConfigured()) throw new MailNotConfiguredError()
      const server = await getTransport()
      await server.verify()
    },
    async send(mail) {
      if (!isConfigured()) throw new MailNotConfiguredError()
      const server = await getTransport()
      await server.sendMail({
        ...toMessage(mail),
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    close: () => transport?.close(),
  }
}

function senderOf(config: Config, smtp: Smtp) {
  if (config.smtp_url !== undefined) return config.mail_from
  return { name: smtp.from_name, address: smtp.from_email }
}

function routeOf(config: Config, smtp: Smtp): ReturnType<Mailer['route']> {
  if (config.smtp_url === undefined) {
    const from = `${smtp.from_name} <${smtp.from_email}>`.trim()
    return { server: `${smtp.smtp_host}:${smtp.smtp_port}`, from, source: 'the mail settings' }
  }
  const { protocol, host } = new URL(config.smtp_url)
  return { server: `${protocol}//${host}`, from: config.mail_from, source: 'STOA_SMTP_URL' }
}

function toOptions(smtp: Smtp) {
  return {
    host: smtp.smtp_host,
    port: smtp.smtp_port,
    secure: smtp.encryption === 'SSL',
    requireTLS: smtp.encryption === 'TLS',
    ...(smtp.smtp_authentication
      ? { auth: { user: smtp.smtp_username, pass: smtp.smtp_password } }
      : {}),
  }
}

function toMessage({ messageId, reference, returnPath, ...mail }: Mail) {
  return {
    ...mail,
    ...(messageId === undefined ? {} : { messageId: `<${messageId}>` }),
    ...(reference === undefined
      ? {}
      : { inReplyTo: `<${reference}>`, references: [`<${reference}>`] }),
    ...(returnPath === undefined ? {} : { envelope: { from: returnPath, to: mail.to } }),
  }
}
