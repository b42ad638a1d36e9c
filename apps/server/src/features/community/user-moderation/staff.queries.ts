import { eq } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { type Actor, isStaff } from '../../../kernel/rules.ts'
import { users } from '../../../schema/users.ts'

/**
 * For jobs that continue what a member of staff started, which read it again for each step. Null if the user is no longer
 * active staff.
 */
export async function findStaff({ primary }: Context, id: string): Promise<Actor | null> {
  const [user] = await primary.select().from(users).where(eq(users.id, id))
  if (user === undefined || !isStaff(user)) return null
  if (user.status !== 'normal' || user.activatedAt === null) return null
  const { roleId, reputation } = user
  return {
    id,
    roleId,
    reputation,
    isActivated: true,
    isSuspended: false,
    hasUsedSecondFactor: false,
  }
}
