import { roles } from '@stoa/contract/access'
import { and, asc, eq, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed, type Viewer } from '../../../kernel/rules.ts'
import { users } from '../../../schema/users.ts'
import { canModerate, canSuspend, isActiveAdmin } from './user-moderation.rules.ts'

/** Before all rows, because deleting posts locks users last. */
export async function lockSuspensions(tx: Tx, userId: string) {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`suspensions ${userId}`}, 0))`,
  )
}

const target = alias(users, 'target')

/** Locks the user and checks that the actor may act on them. */
export async function lockUser(tx: Tx, actor: Actor, userId: string, act: 'moderate' | 'suspend') {
  const { user, otherAdmins, isActorReplaced } = await lockWithAdmins(tx, actor, userId)
  if (user === undefined || user.status === 'deleted') fail('user.not_found')
  assertAllowed(act === 'suspend' ? canSuspend(actor, user, otherAdmins) : canModerate(actor, user))
  if (isActorReplaced) fail('auth.forbidden')
  return user
}

/**
 * Locks the user. If the user is an admin, locks all admins in order of id, so that two admins cannot suspend or demote each
 * other at the same time.
 */
export async function lockWithAdmins(tx: Tx, actor: Viewer, userId: string) {
  const isAdminToo = sql`exists (
    select 1 from ${users} as target where ${target.id} = ${userId} and ${target.roleId} = ${roles.admin})`
  const locked = await tx
    .select()
    .from(users)
    .where(or(eq(users.id, userId), and(eq(users.roleId, roles.admin), isAdminToo)))
    .orderBy(asc(users.id))
    .for('no key update')
  const user = locked.find(({ id }) => id === userId)
  const admins = locked.filter(isActiveAdmin)
  return {
    user,
    otherAdmins: admins.filter(({ id }) => id !== userId).length,
    /** The actor was an admin at the start of the request, and is none any more. */
    isActorReplaced:
      user?.roleId === roles.admin &&
      actor.roleId === roles.admin &&
      !admins.some(({ id }) => id === actor.id),
  }
}
