import { limits } from '@stoa/contract/limits'
import { randomBytes } from 'node:crypto'

/** Words that are screens of their own under /users/. */
const screens = new Set([
  'account-activation',
  'account-deleted',
  'account-recovery',
  'account-suspended',
  'auth-landing',
  'change-email',
  'confirm-email',
  'confirm-new-email',
  'login',
  'logout',
  'notifications',
  'password-reset',
  'register',
  'settings',
  'unsubscribe',
])

/** Names that would look like the site speaking. */
const official = new Set([
  'admin',
  'administrator',
  'moderator',
  'root',
  'stoa',
  'support',
  'system',
])

/** The username made from a display name, or null when the name cannot give one. Staff may look official. */
export function toUsername(displayName: string, isStaff = false): string | null {
  const folded = displayName
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]/gu, '')
  // Folding can make a name longer: one sign may stand for a whole sentence.
  const username = cut(folded, limits.username.max)
  if (username.length < 2 || !/[\p{L}\p{N}]/u.test(username)) return null
  return isReserved(username, isStaff) ? null : username
}

/** Whether a name is a screen's, or the site's own voice. */
export function isReserved(username: string, isStaff: boolean) {
  return screens.has(username) || (official.has(username) && !isStaff)
}

/** The same name with a tail, for when it is taken. */
export function withTail(username: string) {
  return `${cut(username, limits.username.max)}-${randomBytes(2).toString('hex')}`
}

function cut(text: string, length: number) {
  return [...text].slice(0, length).join('')
}
