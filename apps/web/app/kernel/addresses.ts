// The addresses the kernel itself sends people to.
export const homePath = '/'
export const loginPath = '/users/login'
export const inactivePath = '/users/account-activation'
export const activationFailedPath = '/users/account-activation/failed'
export const suspendedPath = '/users/account-suspended'
export const installPath = '/install'

/** Whether an address is of use before there is a site: the installer, and the choice of language and theme. */
export function isBeforeInstallation(location: string): boolean {
  return /^\/(install(\/|$)|preferences$)/.test(location.split('?')[0] ?? '')
}
export const securityPath = '/users/settings/security'

const controlCharacter = /[\u0000-\u001f\u007f]/
const longest = 2000

/** A path of this site, or null for anything a browser might read as another site. */
export function toInternalPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > longest) return null
  if (!/^\/(?![/\\])/.test(value) || controlCharacter.test(value)) return null
  return value
}

// Coming back to one of these would lead in a circle.
const neverSaved = ['/users/login', '/users/register', '/users/logout']

/** The login page, with the way back to where someone was. */
export function loginPathFrom(location: string): string {
  const path = location.split('?')[0]
  if (path === homePath || neverSaved.some((prefix) => path === prefix)) return loginPath
  return `${loginPath}?redirect=${encodeURIComponent(location)}`
}
