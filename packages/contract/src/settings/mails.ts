import { z } from 'zod'
import { settingsGroup } from './group.ts'

export const mailDeliverySettings = settingsGroup(
  'mail_delivery',
  {
    /** What the mail provider allows. Mails about accounts are counted but never wait. */
    mails_per_minute: z.number().int().min(1).max(100_000).default(120),
    /** Of one user; what is more waits for the daily digest. */
    mails_per_day: z.number().int().min(1).max(1000).default(12),
    /** Mails that cannot be delivered return to this address with a code: `bounces@…` becomes `bounces+code@…`. */
    bounce_address: z.string().max(254).default(''),
  },
  { public: [] },
)
