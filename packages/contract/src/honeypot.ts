import { z } from 'zod'

/** A field that users do not see. Programs that fill in every field of a form fill it in too. */
export const honeypot = { homepage: z.string().max(65_535).optional() }
