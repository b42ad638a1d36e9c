/** Who may call an endpoint, from the widest to the narrowest. */
export const accessTiers = [
  /** Everyone, even on a private site. */
  'open',
  /** Everyone; members only when the site requires login. */
  'public',
  /** Any logged-in user, including inactive and suspended ones. */
  'any-user',
  /** Activated and not suspended. */
  'member',
  /** A member whose role is moderator or admin. */
  'moderator',
  'admin',
  /** Everyone, but only until the site is installed. */
  'install',
] as const

export type Access = (typeof accessTiers)[number]

/** Role numbers on the wire. */
export const roles = { user: 1, admin: 2, moderator: 3 } as const
export type RoleId = (typeof roles)[keyof typeof roles]
