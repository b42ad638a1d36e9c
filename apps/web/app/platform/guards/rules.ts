import {
  homePath,
  inactivePathFrom,
  loginPathFrom,
  readRedirect,
  suspendedPath,
} from '../../kernel/paths.ts'
import {
  isActivated,
  isAdmin,
  isStaff,
  isSuspended,
  type Site,
  type Viewer,
} from '../../kernel/visit.ts'

export type GuardInput = {
  viewer: Viewer | null
  location: string
  site: Pick<Site, 'loginRequired' | 'registrationOpen' | 'mode'>
  isInstalled: boolean
}

export type GuardVerdict = { redirect: string } | { status: 403 | 503 } | null

type Rule = (input: GuardInput) => GuardVerdict

const signedIn: Rule = ({ viewer, location }) =>
  viewer === null ? { redirect: loginPathFrom(location) } : null

const activated: Rule = (input) => {
  const rejection = signedIn(input)
  if (rejection !== null || input.viewer === null) return rejection
  return isActivated(input.viewer) ? null : { redirect: inactivePathFrom(input.location) }
}

const notSuspended: Rule = ({ viewer }) =>
  viewer !== null && isSuspended(viewer) ? { redirect: suspendedPath } : null

const member: Rule = (input) => activated(input) ?? notSuspended(input)

/** Someone who logged in or activated in another tab goes where this one would have led. */
const onwards = (location: string) => ({ redirect: readRedirect(location) ?? homePath })

const signedOut: Rule = ({ viewer, location }) => {
  if (viewer === null) return null
  return isActivated(viewer) ? onwards(location) : { redirect: inactivePathFrom(location) }
}

const withRole =
  (has: (viewer: Viewer) => boolean): Rule =>
  (input) =>
    member(input) ?? (input.viewer !== null && has(input.viewer) ? null : { status: 403 })

/** Invited people sign up while registration is closed. The page says whether the invitation is valid. */
const hasInvitation = (location: string) => /[?&]invitation=[^&]/.test(location)

const rules = {
  none: () => null,
  reader: (input) => (input.site.loginRequired ? member(input) : notSuspended(input)),
  'signed-in': signedIn,
  'signed-out': signedOut,
  'sign-up': (input) =>
    signedOut(input) ??
    (input.site.registrationOpen || hasInvitation(input.location) ? null : { redirect: homePath }),
  activated,
  'not-activated': ({ viewer, location }) =>
    viewer !== null && isActivated(viewer) ? onwards(location) : null,
  member,
  suspended: ({ viewer }) =>
    viewer !== null && isSuspended(viewer) ? null : { redirect: homePath },
  staff: withRole(isStaff),
  admin: withRole(isAdmin),
  install: ({ isInstalled }) => (isInstalled ? { redirect: homePath } : null),
} as const satisfies Record<string, Rule>

export type GuardName = keyof typeof rules

export function checkGuard(guard: GuardName, input: GuardInput): GuardVerdict {
  return isClosed(guard, input) ? { status: 503 } : rules[guard](input)
}

/** Under maintenance. Admins can still log in. */
function isClosed(guard: GuardName, { viewer, site, isInstalled }: GuardInput) {
  if (site.mode?.mode !== 'maintenance' || !isInstalled) return false
  const isOpen = guard === 'none' || guard === 'signed-out'
  return !isOpen && (viewer === null || !isAdmin(viewer))
}
