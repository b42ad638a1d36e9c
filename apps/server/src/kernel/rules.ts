import type { RoleId } from '@stoa/contract/access'
import { roles } from '@stoa/contract/access'
import type { ErrorCode } from '@stoa/contract/errors'
import type { KeyScope } from '@stoa/contract/key-scopes'
import { type Privilege, privilegeLevels, privilegeSettings } from '@stoa/contract/settings/people'
import { AppError } from './errors.ts'
import type { SettingsStore } from './services.ts'
import type { UserRow } from '../schema/users.ts'

export type Actor = {
  id: string
  roleId: RoleId
  reputation: number
  isActivated: boolean
  isSuspended: boolean
  /** May read but not write. */
  isSilenced?: boolean
  /** In this session. Having set one up is not enough. */
  hasUsedSecondFactor: boolean
  lastWriteLsn?: string | null
  /** If the request was sent with an API key. The role is then that of a member, unless the scope is `admin`. */
  keyScope?: KeyScope
  /** As read together with the session, because every page of a member shows the current user. */
  account?: UserRow
}

export type Viewer = Pick<Actor, 'id' | 'roleId'>

export type Verdict = { ok: true } | { ok: false; code: ErrorCode; values?: Record<string, number> }

export const allow: Verdict = { ok: true }

export function deny(code: ErrorCode, values?: Record<string, number>): Verdict {
  return values === undefined ? { ok: false, code } : { ok: false, code, values }
}

/** Throws the rule's reason; with `show: 'toast'`, clients show it as a toast. */
export function assertAllowed(verdict: Verdict, options: { show?: 'toast' } = {}) {
  if (verdict.ok) return
  throw new AppError(verdict.code, {
    ...(verdict.values === undefined ? {} : { values: verdict.values }),
    ...(options.show === undefined ? {} : { hint: { err_type: options.show } }),
  })
}

export type RequiredReputation = (privilege: Privilege) => number

export function checkPrivilege(
  actor: Actor,
  privilege: Privilege,
  required: RequiredReputation,
): Verdict {
  if (isStaff(actor)) return allow
  const reputation = required(privilege)
  return actor.reputation >= reputation ? allow : deny('rank.too_low', { reputation })
}

export function isStaff(actor: Pick<Actor, 'roleId'>) {
  return actor.roleId === roles.admin || actor.roleId === roles.moderator
}

const customLevel = 99

export function requiredReputation(settings: SettingsStore): RequiredReputation {
  const { level, custom } = settings.get(privilegeSettings)
  return (privilege: Privilege) => {
    const [, defaultReputation] = privilegeLevels[privilege]
    if (level === customLevel) return custom[privilege] ?? defaultReputation
    return privilegeLevels[privilege][level - 1] ?? defaultReputation
  }
}
