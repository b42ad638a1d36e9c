import { z } from 'zod'
import { limits } from '../limits.ts'
import { isReturnPath } from '../return-path.ts'

export const displayName = z
  .string()
  .trim()
  .min(limits.displayName.min)
  .max(limits.displayName.max)
  .regex(/^[\p{L}\p{M}\p{N} ._-]+$/u)

/** Also what a mention recognizes: no dot or dash at either end, where a sentence may have one. */
export function isUsername(text: string) {
  const { min, max } = limits.username
  const hasLength = text.length >= min && text.length <= max
  return hasLength && /^[a-z0-9_][a-z0-9._-]*[a-z0-9_]$/.test(text) && /[a-z0-9]/.test(text)
}

/** A username that may exist. Older ones may be longer and of any script; new ones must pass `isUsername`. */
export const existingUsername = z.string().trim().min(1).max(limits.username.maxExisting)

export const email = z.string().trim().max(limits.email.max).pipe(z.email())
export const newPassword = z.string().min(limits.password.min).max(limits.password.max)
/** A code from an email. */
export const code = z.string().min(1).max(128)

/** The page that the link in the email leads back to. */
export const returnPath = z.string().max(limits.returnPath.max).refine(isReturnPath)

/** A password to check, not to set. */
export const password = z.string().min(1).max(limits.password.max)
