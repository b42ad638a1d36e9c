import { z } from 'zod'
import { settingsGroup } from './group.ts'

/** `staff_only_writes`: moderators and admins may write. `maintenance`: only admins use the site. */
export const siteModes = ['normal', 'staff_only_writes', 'read_only', 'maintenance'] as const
export type SiteMode = (typeof siteModes)[number]

export const siteModeSettings = settingsGroup(
  'site_mode',
  {
    mode: z.enum(siteModes).default('normal'),
    /** Plain text for everyone; empty for that of the mode. */
    message: z.string().trim().max(500).default(''),
    /** UTC, shown and sent as Retry-After. The mode does not end by itself. */
    until: z
      .string()
      .trim()
      .max(20)
      .regex(/^(?:\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\dZ)?$/)
      .default(''),
  },
  { public: ['mode', 'message', 'until'] },
)
