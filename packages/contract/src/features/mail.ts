import { z } from 'zod'
import { adminPrefix, endpoint } from '../endpoint.ts'
import { pageOf, paging } from '../paging.ts'

/** One attempt to send a mail. The text is not kept: it holds codes. */
export const MailLogEntry = z.object({
  id: z.string(),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  status: z.enum(['sent', 'failed']),
  /** What the mail server said; empty when the mail was sent. */
  error: z.string(),
  created_at: z.number().int(),
})

export const listMailLog = endpoint({
  method: 'GET',
  path: `${adminPrefix}/mail/log`,
  access: 'admin',
  summary: 'What was mailed to whom and how it went, newest first.',
  input: { ...paging, status: z.enum(['sent', 'failed']).optional() },
  reply: pageOf(MailLogEntry),
})
