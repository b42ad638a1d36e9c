import { type BadgeKey, listUserBadges } from '@stoa/contract/features/badges'
import { eq, sql } from 'drizzle-orm'
import { waitForJobs } from '../../../../test/jobs.ts'
import type { TestSite } from '../../../../test/site.ts'
import { badges } from '../../../schema/badges.ts'
import { votes } from '../../../schema/votes.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { checkVotes } from './votes.jobs.ts'

/** "name times", sorted, after all jobs have run. */
export async function badgesOf(site: TestSite, username: string): Promise<string[]> {
  await waitForJobs(site.ctx)
  await checkVotes(site.ctx)
  const { list } = await site.as().call(listUserBadges, { username })
  return list.map(({ name, earned_count: count }) => `${name} ${count}`).toSorted()
}

export async function badgeIdOf(site: TestSite, key: BadgeKey): Promise<string> {
  const [row] = await site.ctx.primary
    .select({ id: badges.id })
    .from(badges)
    .where(eq(badges.key, key))
  return row?.id ?? ''
}

/** All counts of awards that differ from the rows. */
export async function findWrongCounts(site: TestSite) {
  const { rows } = await site.ctx.primary.execute(sql`
    select key from badges where award_count <> (
      select count(*) from badge_awards where badge_id = badges.id and taken_back_at is null)`)
  return rows
}

/** Votes of new users, without the points that a vote gives. */
export async function addVotes(site: TestSite, objectId: string, up: number, down = 0) {
  const now = site.ctx.clock.now()
  for (let index = 0; index < up + down; index++) {
    const { id: userId } = await aUser(site.ctx)
    const value = index < up ? 1 : -1
    await site.db.insert(votes).values({ userId, objectId, value, createdAt: now })
  }
  for (const table of [questions, answers])
    await site.db
      .update(table)
      .set({ score: sql`${table.score} + ${up - down}` })
      .where(eq(table.id, objectId))
}
