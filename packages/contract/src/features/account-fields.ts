import { z } from 'zod'
import { limits } from '../limits.ts'

/** Names people may sign up with: letters of any script, digits, space, dash, dot, underscore. */
export const displayName = z
  .string()
  .trim()
  .min(limits.displayName.min)
  .max(limits.displayName.max)
  .regex(/^[\p{L}\p{M}\p{N} ._-]+$/u)

export const email = z.string().trim().max(limits.email.max).pipe(z.email())
/** A password to be set. */
export const newPassword = z.string().min(limits.password.min).max(limits.password.max)
/** A code from a mail. */
export const code = z.string().min(1).max(128)

/** A password to be checked: anything that could be one. */
export const password = z.string().min(1).max(limits.password.max)
