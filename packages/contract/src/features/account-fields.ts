import { z } from 'zod'
import { limits } from '../limits.ts'

/** Names people may sign up with: letters of any script, digits, space, dash, dot, underscore. */
export const displayName = z
  .string()
  .trim()
  .min(limits.displayName.min)
  .max(limits.displayName.max)
  .regex(/^[\p{L}\p{M}\p{N} ._-]+$/u)

/**
 * The one rule for usernames, and what a mention recognizes: a-z, 0-9, dot, dash and underscore, with no dot or dash at
 * either end, where a sentence may have one, and at least one letter or digit.
 */
export function isUsername(text: string) {
  const { min, max } = limits.username
  const hasLength = text.length >= min && text.length <= max
  return hasLength && /^[a-z0-9_][a-z0-9._-]*[a-z0-9_]$/.test(text) && /[a-z0-9]/.test(text)
}

/** A username somebody may have. Older ones may be longer and of any script: `isUsername` is asked when one is chosen. */
export const knownUsername = z.string().trim().min(1).max(limits.username.known)

export const email = z.string().trim().max(limits.email.max).pipe(z.email())
/** A password to be set. */
export const newPassword = z.string().min(limits.password.min).max(limits.password.max)
/** A code from a mail. */
export const code = z.string().min(1).max(128)

/** A password to be checked: anything that could be one. */
export const password = z.string().min(1).max(limits.password.max)
