import type { RoleId } from '@stoa/contract/access'
import { roles } from '@stoa/contract/access'
import type { ErrorCode } from '@stoa/contract/errors'
import type { Privilege } from '@stoa/contract/settings/people'
import { AppError } from './errors.ts'

/** The signed-in person a rule is asked about. */
export type Actor = {
  id: string
  roleId: RoleId
  reputation: number
  isActivated: boolean
  isSuspended: boolean
  /** Logged in with a second factor. Owning one is not enough. */
  isSecured: boolean
  /** Where in the database's log their last write stands; see replicas.ts. */
  wroteAt?: string | null
}

/** All about a person that decides what they may see. */
export type Someone = Pick<Actor, 'id' | 'roleId'>

/** A rule's answer: yes, or no and why. */
export type Verdict = { ok: true } | { ok: false; code: ErrorCode; values?: Record<string, number> }

export const allow: Verdict = { ok: true }

export function deny(code: ErrorCode, values?: Record<string, number>): Verdict {
  return values === undefined ? { ok: false, code } : { ok: false, code, values }
}

/** Stops with the rule's reason when the answer is no. */
export function must(verdict: Verdict) {
  if (!verdict.ok) {
    throw new AppError(verdict.code, verdict.values === undefined ? {} : { values: verdict.values })
  }
}

/** How much reputation a privilege asks for on this site. */
export type RequiredReputation = (privilege: Privilege) => number

/** Whether the person's role or reputation grants a privilege. */
export function needs(who: Actor, privilege: Privilege, required: RequiredReputation): Verdict {
  if (isStaff(who)) return allow
  const reputation = required(privilege)
  return who.reputation >= reputation ? allow : deny('rank.too_low', { reputation })
}

export function isStaff(who: Pick<Actor, 'roleId'>) {
  return who.roleId === roles.admin || who.roleId === roles.moderator
}
