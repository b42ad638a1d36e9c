import type { CacheOptions } from '../../../kernel/services.ts'
import {
  getUser as userCall,
  listStaff as staffCall,
  listUsers as listCall,
  rankUsers,
  searchUsers as searchCall,
} from '@stoa/contract/features/profiles'
import { interfaceSettings } from '@stoa/contract/settings/site'
import { translator } from '@stoa/locales/translate'
import type { Context } from '../../../kernel/context.ts'
import { route } from '../../../kernel/route.ts'
import {
  getUser,
  listTopEarners,
  listRankedUsers,
  listStaff,
  listTopVoters,
  listUsers,
  searchUsers,
} from './profiles.queries.ts'

const maxStaff = 20

export const profilesRoutes = [
  route(userCall, ({ input, actor, caller, ctx }) =>
    getUser(ctx.db, input.username, {
      actor,
      t: translator(caller.locale),
      now: ctx.clock.now(),
      timeZone: ctx.settings.get(interfaceSettings).time_zone,
    }),
  ),

  route(rankUsers, ({ ctx }) =>
    ctx.cache.getOrSet(
      'users:ranking',
      { ttlSeconds: 60, invalidatedBy: ['users', 'ranking'] },
      async () => ({
        users_with_the_most_reputation: (await getRanking(ctx, 'gains', listTopEarners)).map(
          ({ user, count }) => ({ ...user, rank: count }),
        ),
        users_with_the_most_vote: (await getRanking(ctx, 'voters', listTopVoters)).map(
          ({ user, count }) => ({ ...user, vote_count: count }),
        ),
        staffs: await listStaff(ctx.db, '', maxStaff),
      }),
    ),
  ),

  route(staffCall, ({ input, ctx }) => listStaff(ctx.db, input.username, input.page_size)),

  route(listCall, ({ input, ctx }) => listUsers(ctx.db, input)),

  route(searchCall, ({ input, actor, ctx }) =>
    searchUsers(ctx.db, input.username, { not: actor.id, limit: input.page_size }),
  ),
]

/** Counts of a week are slow and do not depend on profiles, so they are cached longer and without names. */
async function getRanking(ctx: Context, name: string, count: typeof listTopEarners) {
  const options: CacheOptions = { ttlSeconds: 600, invalidatedBy: ['ranking'] }
  const counts = await ctx.cache.getOrSet(`ranking:${name}`, options, () =>
    count(ctx.db, ctx.clock.now()),
  )
  return await listRankedUsers(ctx.db, counts)
}
