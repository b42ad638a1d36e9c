import type { ParsedInputOf, ResponseOf } from '@stoa/contract/endpoint'
import type { checkMailServer } from '@stoa/contract/features/mail-check'
import { secretMask } from '@stoa/contract/settings/secret-mask'
import type { SettingsOf } from '@stoa/contract/settings/group'
import { mailDeliverySettings } from '@stoa/contract/settings/mails'
import { smtpSettings } from '@stoa/contract/settings/writing'
import { toUnix } from '../../../kernel/clock.ts'
import type { Context, Tx } from '../../../kernel/context.ts'
import { failField } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { recordSiteAction } from '../../community/staff-log/staff-log.actions.ts'
import { sendTestEmail } from '../../site/mail/mail.actions.ts'
import type { MailServer } from './mail-problems.rules.ts'
import { readMailRecords } from './mail-records.queries.ts'
import { domainOf } from './mail-records.rules.ts'
import { needsPasswordAgain } from './site-settings.rules.ts'

type Input = ParsedInputOf<typeof checkMailServer>
type Result = ResponseOf<typeof checkMailServer>
type Smtp = SettingsOf<typeof smtpSettings>

/** Shorter than browsers wait for a response. */
const timeoutMs = 9_000
const dnsTimeoutMs = 5_000

export async function recordMailCheck(tx: Tx, actor: Actor, input: Input): Promise<Result> {
  const smtp = readSmtp(tx.ctx, input)
  const server = `${smtp.smtp_host}:${smtp.smtp_port}`
  await recordSiteAction(tx, {
    actorId: actor.id,
    action: 'check_mail_server',
    after: { server, recipient: input.test_email_recipient ?? null },
  })
  return { server, steps: [], certificate: null, domain: domainOf(smtp.from_email), records: [] }
}

/** Outside a transaction, because it waits for other servers. */
export async function checkMail(ctx: Context, input: Input, recorded: Result): Promise<Result> {
  const smtp = readSmtp(ctx, input)
  const { test_email_recipient: recipient, dkim_selector: selector } = input
  const facts = {
    domain: recorded.domain,
    mailHost: smtp.smtp_host,
    bounceDomain: domainOf(
      ctx.settings.get(mailDeliverySettings).bounce_address || smtp.from_email,
    ),
    selector,
  }
  const [{ steps, certificate }, records] = await Promise.all([
    probe(ctx, smtp, recipient),
    readMailRecords(facts, dnsTimeoutMs),
  ])
  return { ...recorded, steps, certificate, records }
}

async function probe(
  ctx: Context,
  smtp: Smtp,
  recipient: string | undefined,
): Promise<Pick<Result, 'steps' | 'certificate'>> {
  if (smtp.smtp_host === '')
    return {
      steps: [{ step: 'resolve', state: 'failed', problem: 'no_host', duration_ms: 0 }],
      certificate: null,
    }
  // Loaded when it is needed: most sites never check.
  const { probeMailServer } = await import('./smtp-probe.ts')
  const send = recipient === undefined ? null : () => sendTestEmail(ctx, recipient)
  const now = ctx.clock.now()
  const found = await probeMailServer(toServer(smtp), { timeoutMs, now, send })
  const { certificate, steps } = found
  return {
    steps,
    certificate: certificate && {
      protocol: certificate.protocol,
      name: certificate.name,
      expires_at: toUnix(certificate.expiresAt),
    },
  }
}

function toServer(smtp: Smtp): MailServer {
  return {
    host: smtp.smtp_host,
    port: smtp.smtp_port,
    encryption: smtp.encryption,
    login: smtp.smtp_authentication
      ? { user: smtp.smtp_username, password: smtp.smtp_password }
      : null,
  }
}

/** What is saved, with what the form has now. The environment wins. */
function readSmtp({ settings, config }: Pick<Context, 'settings' | 'config'>, input: Input): Smtp {
  const stored = settings.get(smtpSettings)
  const { test_email_recipient: recipient, dkim_selector: _selector, ...form } = input
  const given = Object.entries(form).filter(
    ([name, value]) =>
      value !== undefined && value !== secretMask && settings.lockedBy('smtp', name) === null,
  )
  const isUnsaved = given.length > 0
  if (needsPasswordAgain(stored, Object.fromEntries(given)))
    failField('smtp_password', 'setting.password_again')
  if (isUnsaved && recipient !== undefined)
    failField('test_email_recipient', 'base.request_format_error')
  const password =
    config.smtp_url === undefined
      ? stored.smtp_password
      : decodeURIComponent(new URL(config.smtp_url).password)
  return { ...stored, smtp_password: password, ...Object.fromEntries(given) }
}
