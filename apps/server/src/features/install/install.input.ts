import { limits } from '@stoa/contract/limits'
import { z } from 'zod'

/** What must be known to make a site. */
export const Installation = z.object({
  siteName: z.string().trim().min(1).max(30),
  siteUrl: z
    .url({ protocol: /^https?$/ })
    .max(512)
    .transform((url) => url.replace(/\/+$/, '')),
  contactEmail: z.email(),
  language: z.enum(['en_US', 'ar', 'zh_CN']).default('en_US'),
  adminName: z.string().trim().min(limits.displayName.min).max(limits.displayName.max),
  adminEmail: z.email(),
  adminPassword: z.string().min(limits.password.min).max(limits.password.max),
})
export type Installation = z.output<typeof Installation>
