import type { FeatureName } from '@stoa/contract/endpoints'
import { isReturnPath } from '@stoa/contract/return-path'

export const homePath = '/'
export const loginPath = '/users/login'
export const registerPath = '/users/register'
export const changeEmailPath = '/users/change-email'
export const inactivePath = '/users/account-activation'
export const activationSuccessPath = '/users/account-activation/success'
export const activationFailedPath = '/users/account-activation/failed'
export const accountStatusPath = '/users/account-status'
export const suspendedPath = '/users/account-suspended'
export const installPath = '/install'
export const securityPath = '/users/settings/security'

/** A tab of a profile has the name of the feature whose content it lists. */
export function userPath(username: string, tab?: FeatureName): string {
  const path = `/users/${encodeURIComponent(username)}`
  return tab === undefined ? path : `${path}/${tab}`
}

/** `path` is below the plugin's own: empty or `/archive`. */
export function pluginPagePath(slug: string, path: string): string {
  return `/p/${slug}${path}`
}

export function toInternalPath(value: unknown): string | null {
  return isReturnPath(value) ? value : null
}

export const redirectParameter = 'redirect'

/** The page to return to after logging in, as saved in the URL of a page on the way there. */
export function readRedirect(location: string): string | null {
  const query = new URLSearchParams(location.split('?').slice(1).join('?'))
  return toInternalPath(query.get(redirectParameter))
}

/** Adds the page to return to. */
export function withRedirect(path: string, target: string | null): string {
  if (target === null || target === homePath) return path
  return `${path}?${redirectParameter}=${encodeURIComponent(target)}`
}

// Pages on the way to a login pass on their target: returning to one of them would loop.
const entrancePaths = [
  loginPath,
  registerPath,
  inactivePath,
  activationFailedPath,
  changeEmailPath,
  '/users/auth-landing',
  '/users/confirm-email',
  '/users/confirm-connection',
  '/users/logout',
]

function withReturn(path: string, location: string): string {
  const isEntrance = entrancePaths.includes(location.split('?')[0] ?? '')
  return withRedirect(path, isEntrance ? readRedirect(location) : location)
}

export const loginPathFrom = (location: string) => withReturn(loginPath, location)
export const registerPathFrom = (location: string) => withReturn(registerPath, location)
export const inactivePathFrom = (location: string) => withReturn(inactivePath, location)
export const changeEmailPathFrom = (location: string) => withReturn(changeEmailPath, location)

export const termsPath = '/tos'
export const privacyPath = '/privacy'
