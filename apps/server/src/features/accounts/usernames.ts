import { isUsername } from '@stoa/contract/features/account-fields'
import { limits } from '@stoa/contract/limits'
import { randomBytes } from 'node:crypto'
import { looksOfficial } from './official-names.ts'

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

export function isScreen(username: string) {
  return screens.has(username)
}

/** Letters that have a usual spelling in ASCII, but no decomposition. */
const spellings: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
}

/** The username for a display name. A name that cannot be spelled in ASCII gets one that its owner may change. */
export function toUsername(displayName: string, isStaff = false): string {
  const folded = displayName
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøđðłþħı]/g, (letter) => spellings[letter] ?? '')
    .trim()
    .replaceAll(/\s+/g, '-')
  const username = folded
    .replaceAll(/[^a-z0-9._-]/g, '')
    .slice(0, limits.username.max)
    .replaceAll(/^[.-]+|[.-]+$/g, '')
  const isSpelled = /[a-z]/.test(username) || !/[^a-z0-9._-]/.test(folded)
  if (!isUsername(username) || !isSpelled) return withTail('user')
  if (isScreen(username)) return withTail(username)
  return looksOfficial(username) && !isStaff ? withTail('user') : username
}

const tailBytes = 3

/** The same name with a random tail, for when it is taken. */
export function withTail(username: string) {
  const start = username.slice(0, limits.username.max - 2 * tailBytes - 1)
  return `${start.replaceAll(/[.-]+$/g, '')}-${randomBytes(tailBytes).toString('hex')}`
}

const placeholderMark = '~'

/**
 * What stands in the place of a username until the account is activated. No username can be like it, so that an account
 * that waits takes no name away that others would miss.
 */
export function placeholderUsername() {
  return `${placeholderMark}${randomBytes(12).toString('hex')}`
}

export function isPlaceholder(username: string) {
  return username.startsWith(placeholderMark)
}
