import { homePath, inactivePath, loginPathFrom, suspendedPath } from './addresses.ts'
import { isActivated, isAdmin, isStaff, isSuspended, type Viewer } from './viewer.ts'

/** What a guard looks at. */
export type Visitor = {
  viewer: Viewer | null
  /** Where they want to go, with the query. */
  location: string
  site: { loginRequired: boolean; registrationOpen: boolean }
  isInstalled: boolean
}

/** Null lets them through. */
export type GuardVerdict = { redirect: string } | { status: 403 } | null

type Rule = (visitor: Visitor) => GuardVerdict

const signedIn: Rule = ({ viewer, location }) =>
  viewer === null ? { redirect: loginPathFrom(location) } : null

const activated: Rule = (visitor) => {
  const refused = signedIn(visitor)
  if (refused !== null || visitor.viewer === null) return refused
  return isActivated(visitor.viewer) ? null : { redirect: inactivePath }
}

const notSuspended: Rule = ({ viewer }) =>
  viewer !== null && isSuspended(viewer) ? { redirect: suspendedPath } : null

const member: Rule = (visitor) => activated(visitor) ?? notSuspended(visitor)

const signedOut: Rule = ({ viewer }) => {
  if (viewer === null) return null
  return { redirect: isActivated(viewer) ? homePath : inactivePath }
}

const withRole =
  (has: (viewer: Viewer) => boolean): Rule =>
  (visitor) =>
    member(visitor) ?? (visitor.viewer !== null && has(visitor.viewer) ? null : { status: 403 })

const rules = {
  none: () => null,
  reader: (visitor) => (visitor.site.loginRequired ? member(visitor) : notSuspended(visitor)),
  'signed-in': signedIn,
  'signed-out': signedOut,
  'sign-up': (visitor) =>
    signedOut(visitor) ?? (visitor.site.registrationOpen ? null : { redirect: homePath }),
  activated,
  'not-activated': ({ viewer }) =>
    viewer !== null && isActivated(viewer) ? { redirect: homePath } : null,
  member,
  suspended: ({ viewer }) =>
    viewer !== null && isSuspended(viewer) ? null : { redirect: homePath },
  staff: withRole(isStaff),
  admin: withRole(isAdmin),
  install: ({ isInstalled }) => (isInstalled ? { redirect: homePath } : null),
} as const satisfies Record<string, Rule>

export type GuardName = keyof typeof rules

/** Whether someone may see a screen, and where they go instead. */
export function guardVerdict(guard: GuardName, visitor: Visitor): GuardVerdict {
  return rules[guard](visitor)
}
