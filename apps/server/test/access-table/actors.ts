import { roles } from '@stoa/contract/access'
import { privilegeLevels } from '@stoa/contract/settings/people'
import { eq } from 'drizzle-orm'
import { aUser } from '../../src/features/people/auth/accounts.factory.ts'
import type { Actor } from '../../src/kernel/rules.ts'
import { users } from '../../src/schema/users.ts'
import type { TestSite } from '../site.ts'

/** Who calls: `actor` is what the rules see, and null for a visitor. */
export type Caller = { name: string; actor: Actor | null; token?: string }

const defaultLevel = 1

/** The steps at which a privilege is earned, on a site with the default levels. */
const reputationSteps = [
  ...new Set(Object.values(privilegeLevels).map((levels) => levels[defaultLevel])),
].toSorted((one, two) => one - two)

const most = Math.max(...reputationSteps)

/** Silenced and suspended users have the most reputation, so that only their state rejects them. */
export async function createCallers(site: TestSite): Promise<Caller[]> {
  const future = new Date(Date.now() + 86_400_000)
  const members: Caller[] = []
  for (const reputation of reputationSteps)
    members.push(await createCaller(site, String(reputation), { reputation }))
  return [
    { name: 'visitor', actor: null },
    await createCaller(site, 'inactive', { isActivated: false }),
    await createCaller(site, 'suspended', { isSuspended: true }, { status: 'suspended' }),
    await createCaller(site, 'silenced', { isSilenced: true }, { silencedUntil: future }),
    ...members,
    await createCaller(site, 'moderator', { roleId: roles.moderator, reputation: 1 }),
    await createCaller(site, 'admin', { roleId: roles.admin, reputation: 1 }),
  ]
}

async function createCaller(
  site: TestSite,
  name: string,
  facts: Partial<Actor>,
  columns: Partial<typeof users.$inferInsert> = {},
): Promise<Caller> {
  const role = { [roles.moderator]: 'moderator', [roles.admin]: 'admin' } as const
  const { id, token } = await aUser(site.ctx, {
    name: `Caller ${name}`,
    role: role[facts.roleId as keyof typeof role] ?? 'user',
  })
  const actor: Actor = {
    id,
    roleId: roles.user,
    reputation: most,
    isActivated: true,
    isSuspended: false,
    isSilenced: false,
    hasUsedSecondFactor: false,
    ...facts,
  }
  await site.db
    .update(users)
    .set({
      points: actor.reputation - 1,
      // Deleting content lowers them.
      questionCount: 99,
      answerCount: 99,
      ...(actor.isActivated ? {} : { activatedAt: null }),
      ...columns,
    })
    .where(eq(users.id, id))
  return { name, actor, token }
}
