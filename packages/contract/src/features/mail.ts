import { z } from 'zod'
import { adminPrefix, endpoint } from '../endpoint.ts'
import { pageOf, paging } from '../paging.ts'

/** One attempt to send an email. The text is not stored, because it contains secret codes. */
export const MailLogEntry = z.object({
  id: z.string(),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  status: z.enum(['sent', 'failed']),
  /** The error of the mail server; empty when sent. */
  error: z.string(),
  created_at: z.number().int(),
})

export const listMailLog = endpoint({
  method: 'GET',
  path: `${adminPrefix}/mail/log`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Lists sent and failed emails, newest first.',
  input: { ...paging, status: z.enum(['sent', 'failed']).optional() },
  response: pageOf(MailLogEntry),
})
