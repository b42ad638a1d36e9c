import { z } from 'zod'
import { adminPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { smtpSettings } from '../settings/writing.ts'

export const mailSteps = ['resolve', 'connect', 'tls', 'login', 'send'] as const
export type MailStepName = (typeof mailSteps)[number]

/** What can be wrong with the connection. Says no more than is needed to fix it: the host may be any host (SSRF). */
export const mailProblems = [
  'no_host',
  'host_not_found',
  'refused',
  'timeout',
  'closed',
  'wrong_encryption',
  'not_smtp',
  'tls_not_offered',
  'not_encrypted',
  'certificate_expired',
  'certificate_expires_soon',
  'certificate_name',
  'certificate_untrusted',
  'tls_failed',
  'login_not_offered',
  'login_rejected',
  'login_required',
  'sender_rejected',
  'recipient_rejected',
  'relay_refused',
  'message_rejected',
  'failed',
] as const
export type MailProblem = (typeof mailProblems)[number]

const MailStep = z.object({
  step: z.enum(mailSteps),
  state: z.enum(['ok', 'warning', 'failed', 'skipped']),
  problem: z.enum(mailProblems).nullable(),
  duration_ms: z.number().int(),
})
export type MailStep = z.output<typeof MailStep>

export const mailRecords = ['spf', 'dkim', 'dmarc', 'mx'] as const
export const recordProblems = [
  'missing',
  'several',
  'invalid',
  'too_many_lookups',
  'allows_everyone',
  'no_end',
  'selector_needed',
  'revoked',
  'weak_key',
  'policy_none',
  'strict_alignment',
  'accepts_no_mail',
  'no_answer',
] as const
export type RecordProblem = (typeof recordProblems)[number]

const MailRecord = z.object({
  record: z.enum(mailRecords),
  state: z.enum(['ok', 'warning', 'failed', 'skipped']),
  problem: z.enum(recordProblems).nullable(),
  /** The DNS name of the record. */
  name: z.string(),
  found: z.array(z.string()).max(limits.mailRecords.max),
  /** The record to add, or null. */
  suggestion: z.string().nullable(),
})
export type MailRecord = z.output<typeof MailRecord>

const Certificate = z.object({
  protocol: z.string(),
  name: z.string(),
  expires_at: z.number().int(),
})

const { shape } = smtpSettings.schema
/** Unsaved settings. What is missing is as it is saved. */
const smtpInput = {
  from_email: shape.from_email.unwrap().optional(),
  smtp_host: shape.smtp_host.unwrap().optional(),
  smtp_port: shape.smtp_port.unwrap().optional(),
  encryption: shape.encryption.unwrap().optional(),
  smtp_authentication: shape.smtp_authentication.unwrap().optional(),
  smtp_username: shape.smtp_username.unwrap().optional(),
  smtp_password: shape.smtp_password.unwrap().optional(),
}

export const checkMailServer = endpoint({
  method: 'POST',
  path: `${adminPrefix}/setting/smtp/check`,
  access: 'admin',
  summary:
    'Connects to the mail server step by step, looks up the DNS records of the sender, and sends a test email if there is a recipient.',
  input: {
    ...smtpInput,
    /** The test email is sent through the saved settings, so not with unsaved ones. */
    test_email_recipient: z.email().max(limits.email.max).optional(),
    dkim_selector: z
      .string()
      .trim()
      .max(63)
      .regex(/^[a-z\d._-]*$/i)
      .default(''),
  },
  limits: ['mail_check.user'],
  response: z.object({
    server: z.string(),
    steps: z.array(MailStep).max(mailSteps.length),
    /** Null without a valid one. */
    certificate: Certificate.nullable(),
    /** Of the sender; empty without one. */
    domain: z.string(),
    records: z.array(MailRecord).max(mailRecords.length),
  }),
  errors: ['setting.password_again'],
})
