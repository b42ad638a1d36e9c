import type { Endpoint } from '@stoa/contract/endpoint'
import type { MemberAction } from '@stoa/contract/features/posts'
import { questionStatuses } from '@stoa/contract/features/questions'
import { type Privilege, privilegeLevels } from '@stoa/contract/settings/people'
import { checkAccess, checkSilence } from '../../src/kernel/access.ts'
import { type Actor, allow, isStaff, type Verdict } from '../../src/kernel/rules.ts'
import type { Caller } from './actors.ts'
import type { Content, Facts } from './objects.ts'

export type ContentAction = {
  endpoint: Endpoint
  input: (content: Content) => object
  /** What the rules say about those who may see the content. */
  verdict: (actor: Actor, facts: Facts, now: Date) => Verdict
  /** Staff see deleted comments in histories only. */
  ignoresVisibility?: boolean
  /** The name in `member_actions`. */
  shownAs?: MemberAction['action']
  /** False where the action is allowed but changes nothing. */
  isShown?: (facts: Facts) => boolean
}

/** Of the default levels. */
export const required = (privilege: Privilege) => privilegeLevels[privilege][1]

type Status = { status: number }
export const isDeleted = ({ status }: Status) => status === questionStatuses.deleted
export const isPending = ({ status }: Status) => status === questionStatuses.pending
const isPublic = (object: Status) => !isDeleted(object) && !isPending(object)

const openSite = {
  isInstalled: true,
  isLoginRequired: false,
  isSecondFactorRequired: false,
  mode: 'normal',
  retryAfter: 300,
  userCenter: null,
} as const

export function mayCall(endpoint: Endpoint, { actor }: Caller): boolean {
  return (
    checkAccess(endpoint.access, actor, openSite) === null && checkSilence(endpoint, actor) === null
  )
}

/** The same as the SQL predicates of `posts.visibility.ts`. */
export function canSee(actor: Actor | null, kind: Content['kind'], facts: Facts): boolean {
  const sees = (object: Status & { userId: string }) =>
    isPublic(object) || (actor !== null && (isStaff(actor) || object.userId === actor.id))
  // Deleted comments are for nobody.
  if (kind === 'comment' && isDeleted(facts.object)) return false
  return sees(facts.question) && sees(facts.object)
}

/** Null for those who may not call, or not see. Visitors read, and do nothing else. */
export function expectVerdict(
  action: ContentAction,
  caller: Caller,
  { kind, facts, now }: { kind: Content['kind']; facts: Facts; now: Date },
): Verdict | null {
  const isVisible = action.ignoresVisibility === true || canSee(caller.actor, kind, facts)
  if (!mayCall(action.endpoint, caller) || !isVisible) return null
  return caller.actor === null ? allow : action.verdict(caller.actor, facts, now)
}
