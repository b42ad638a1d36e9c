import { isUsername } from '@stoa/contract/features/account-fields'
import { limits } from '@stoa/contract/limits'
import { randomBytes } from 'node:crypto'
import { looksOfficial } from './official-names.ts'

/** Routes of the site under /users/. */
const reservedPaths = new Set([
  'account-activation',
  'account-deleted',
  'account-recovery',
  'account-status',
  'account-suspended',
  'auth-landing',
  'change-email',
  'confirm-connection',
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

export function isReservedPath(username: string) {
  return reservedPaths.has(username)
}

/** Letters with a common ASCII spelling that Unicode does not decompose. */
const transliterations: Record<string, string> = {
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

/** Names that cannot be written in ASCII get a random username, which the user may change. */
export function toUsername(displayName: string, isStaff = false): string {
  const folded = displayName
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøđðłþħı]/g, (letter) => transliterations[letter] ?? '')
    .trim()
    .replaceAll(/\s+/g, '-')
  const username = folded
    .replaceAll(/[^a-z0-9._-]/g, '')
    .slice(0, limits.username.max)
    .replaceAll(/^[.-]+|[.-]+$/g, '')
  const isSpelled = /[a-z]/.test(username) || !/[^a-z0-9._-]/.test(folded)
  if (!isUsername(username) || !isSpelled) return appendSuffix('user')
  if (isReservedPath(username)) return appendSuffix(username)
  return looksOfficial(username) && !isStaff ? appendSuffix('user') : username
}

const suffixBytes = 3

/** Adds a random suffix to a username that is taken. */
export function appendSuffix(username: string) {
  const start = username.slice(0, limits.username.max - 2 * suffixBytes - 1)
  return `${start.replaceAll(/[.-]+$/g, '')}-${randomBytes(suffixBytes).toString('hex')}`
}

const placeholderPrefix = '~'

/** The username of an inactive account. It is no valid username, so that unconfirmed accounts reserve no name. */
export function newPlaceholder() {
  return `${placeholderPrefix}${randomBytes(12).toString('hex')}`
}

export function isPlaceholder(username: string) {
  return username.startsWith(placeholderPrefix)
}
