import { type RoleId, roles } from '@stoa/contract/access'
import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { changeStatus as changeStatusCall } from '@stoa/contract/features/people'
import type { StaffAction, StaffLogValues } from '@stoa/contract/features/staff-log'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { translatorFor } from '../../../kernel/mail-template.tsx'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import { users, type UserRow } from '../../../schema/users.ts'
import { deleteAccountOf } from '../../community/profiles/account-deletion.actions.ts'
import { recordStaffAction, siteActorId } from '../../community/staff-log/staff-log.actions.ts'
import { suspendUser, unsuspendUser } from '../../community/user-moderation/suspensions.actions.ts'
import { allDays } from '../../community/user-moderation/user-moderation.rules.ts'
import { lockSuspensions, lockWithAdmins } from '../../community/user-moderation/users.actions.ts'
import { revokeCodes } from '../../people/auth/accounts.actions.ts'
import { endSessionOf, endSessions } from '../../people/auth/sessions.actions.ts'
import { canChangeRole, canChangeStatus, canManage } from './people.rules.ts'

export const roleNames = { 1: 'user', 2: 'admin', 3: 'moderator' } as const

/** Locks the user, and all admins if the user is one. */
export async function lockTarget(tx: Tx, actor: Actor, userId: string) {
  const { user, otherAdmins, isActorReplaced } = await lockWithAdmins(tx, actor, userId)
  if (user === undefined) fail('user.not_found')
  if (isActorReplaced) fail('auth.forbidden')
  return { user, otherAdmins }
}

/** Sessions have the role of the login, so they end. */
export async function changeRole(
  tx: Tx,
  actor: Actor,
  { userId, roleId }: { userId: string; roleId: RoleId },
) {
  const { user, otherAdmins } = await lockTarget(tx, actor, userId)
  assertAllowed(canChangeRole(actor, user, roleId, otherAdmins))
  if (user.roleId !== roleId) await setRole(tx, user, { roleId, byId: actor.id })
}

/** Nothing happens to the last admin, or the site had none. */
export async function changeRoleByService(
  tx: Tx,
  { userId, roleId, slug }: { userId: string; roleId: RoleId; slug: string },
) {
  const site = { id: siteActorId, roleId: roles.user }
  const { user, otherAdmins } = await lockWithAdmins(tx, site, userId)
  if (user === undefined || user.status === 'deleted' || user.roleId === roleId) return
  if (user.roleId === roles.admin && otherAdmins === 0) return
  await setRole(tx, user, { roleId, byId: siteActorId, plugin: slug })
}

type RoleChange = { roleId: RoleId; byId: string; plugin?: string }

async function setRole(tx: Tx, user: UserRow, { roleId, byId, plugin }: RoleChange) {
  const { id: userId } = user
  await tx.update(users).set({ roleId }).where(eq(users.id, userId))
  await endSessions(tx, userId)
  const after: StaffLogValues = { role: roleNames[roleId] }
  if (plugin !== undefined) after['plugin'] = plugin
  const before = { role: roleNames[user.roleId] }
  await recordOn(tx, { id: byId }, { action: 'change_role', userId, before, after })
  await tx.emit('user.role_changed', { userId, byId })
}

type StatusInput = ParsedInputOf<typeof changeStatusCall>

export async function changeStatus(tx: Tx, actor: Actor, input: StatusInput) {
  const { user_id: userId, status, reason } = input
  const removesContent = input.remove_all_content
  if (status === 'deleted') return await deleteUser(tx, actor, userId, { reason, removesContent })
  // Before the user, as `suspendUser` does.
  await lockSuspensions(tx, userId)
  const { user, otherAdmins } = await lockTarget(tx, actor, userId)
  assertAllowed(canChangeStatus(actor, user, { status, removesContent }, otherAdmins))
  if (status === 'suspended') {
    await suspendUser(tx, actor, {
      userId,
      duration: input.suspend_duration,
      reason:
        reason === '' ? translatorFor(tx.ctx, user.language)('people.suspension_reason') : reason,
      removeDays: removesContent ? allDays : 0,
    })
  } else if (status === 'inactive') {
    if (user.activatedAt !== null) await deactivate(tx, actor, userId)
  } else if (user.status === 'suspended') {
    await unsuspendUser(tx, actor, { userId, reason, restoresPosts: false })
  }
}

/** The user has to confirm the email again. A suspension stays. */
async function deactivate(tx: Tx, actor: Actor, userId: string) {
  await requireConfirmation(tx, userId)
  await recordOn(tx, actor, {
    action: 'deactivate',
    userId: userId,
    before: { confirmed: true },
    after: { confirmed: false },
  })
  await tx.emit('user.deactivated', { userId, byId: actor.id })
}

export async function requireConfirmation(tx: Tx, userId: string) {
  await tx.update(users).set({ activatedAt: null }).where(eq(users.id, userId))
  await revokeCodes(tx, userId)
}

type Deletion = { reason: string; removesContent: boolean }

/** The deletion locks tags before users, so the row is not locked here. */
async function deleteUser(tx: Tx, actor: Actor, userId: string, deletion: Deletion) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (user === undefined) fail('user.not_found')
  assertAllowed(canManage(actor, user))
  await deleteAccountOf(tx, user, deletion.removesContent ? 'remove' : 'keep')
  if (user.roleId === roles.admin) await assertStillAdmin(tx, actor.id)
  await recordOn(tx, actor, {
    action: 'delete_account',
    userId: userId,
    reason: deletion.reason,
    before: { role: roleNames[user.roleId] },
    after: { remove_content: deletion.removesContent },
  })
}

/** Two admins who delete each other at once wait for each other: the second one is no admin any more. */
async function assertStillAdmin(tx: Tx, userId: string) {
  const [admin] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        eq(users.roleId, roles.admin),
        eq(users.status, 'normal'),
        isNotNull(users.activatedAt),
      ),
    )
  if (admin === undefined) fail('auth.forbidden')
}

/** Ends one session of the user, or all. */
export async function logUserOut(
  tx: Tx,
  actor: Actor,
  { userId, sessionId }: { userId: string; sessionId: string | undefined },
) {
  const { user } = await lockTarget(tx, actor, userId)
  assertAllowed(canManage(actor, user))
  if (sessionId === undefined) await endSessions(tx, userId)
  else if (!(await endSessionOf(tx, userId, sessionId))) fail('base.not_found')
  await recordOn(tx, actor, {
    action: 'end_sessions',
    userId: userId,
    after: sessionId === undefined ? { sessions: 'all' } : { session: sessionId },
  })
}

type Entry = {
  action: StaffAction
  userId: string
  reason?: string
  before?: StaffLogValues
  after?: StaffLogValues
}

export async function recordOn(tx: Tx, actor: Pick<Actor, 'id'>, entry: Entry) {
  await recordStaffAction(tx, {
    actorId: actor.id,
    objectType: 'user',
    objectId: entry.userId,
    ...entry,
  })
}
