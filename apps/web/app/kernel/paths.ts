import type { FeatureName } from '@stoa/contract/endpoints'

export const homePath = '/'
export const loginPath = '/users/login'
export const inactivePath = '/users/account-activation'
export const activationFailedPath = '/users/account-activation/failed'
export const suspendedPath = '/users/account-suspended'
export const installPath = '/install'
export const securityPath = '/users/settings/security'

/** A tab of a profile has the name of the feature whose content it lists. */
export function userPath(username: string, tab?: FeatureName): string {
  const path = `/users/${encodeURIComponent(username)}`
  return tab === undefined ? path : `${path}/${tab}`
}

/** Anything a browser could resolve to another origin is rejected (open redirect). */
const controlCharacter = /[\u0000-\u001f\u007f]/
const maxLength = 2000

export function toInternalPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxLength) return null
  if (!/^\/(?![/\\])/.test(value) || controlCharacter.test(value)) return null
  return value
}

// Redirecting back to one of these after login would loop.
const authPaths = ['/users/login', '/users/register', '/users/logout']

export function loginPathFrom(location: string): string {
  const path = location.split('?')[0]
  if (path === homePath || authPaths.some((prefix) => path === prefix)) return loginPath
  return `${loginPath}?redirect=${encodeURIComponent(location)}`
}
