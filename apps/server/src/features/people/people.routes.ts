import {
  getPerson as personCall,
  listStaff as staffCall,
  rankPeople,
  searchPeople as searchCall,
} from '@stoa/contract/features/people'
import { interfaceSettings } from '@stoa/contract/settings/site'
import { translator } from '@stoa/locales/translate'
import type { Context } from '../../kernel/context.ts'
import { route } from '../../kernel/route.ts'
import { peopleTag } from '../users/users.queries.ts'
import {
  getPerson,
  listGains,
  listRanked,
  listStaff,
  listVoters,
  searchPeople,
} from './people.queries.ts'

const staffShown = 20

export const peopleRoutes = [
  route(personCall, ({ input, who, caller, ctx }) =>
    getPerson(ctx.db, input.username, {
      who,
      t: translator(caller.locale),
      now: ctx.clock.now(),
      timeZone: ctx.settings.get(interfaceSettings).time_zone,
    }),
  ),

  route(rankPeople, ({ ctx }) =>
    ctx.cache.getOrSet(
      'people:ranking',
      { ttlSeconds: 60, tags: [peopleTag, rankingTag] },
      async () => ({
        users_with_the_most_reputation: (await ranked(ctx, 'gains', listGains)).map(
          ({ person, count }) => ({ ...person, rank: count }),
        ),
        users_with_the_most_vote: (await ranked(ctx, 'voters', listVoters)).map(
          ({ person, count }) => ({ ...person, vote_count: count }),
        ),
        staffs: await listStaff(ctx.db, '', staffShown),
      }),
    ),
  ),

  route(staffCall, ({ input, ctx }) => listStaff(ctx.db, input.username, input.page_size)),

  route(searchCall, ({ input, who, ctx }) =>
    searchPeople(ctx.db, input.username, { not: who.id, limit: input.page_size }),
  ),
]

/** Counting a week is slow, and no change of a profile changes it: it is cached longer, and without names. */
export const rankingTag = 'people:ranking'

async function ranked(ctx: Context, name: string, count: typeof listGains) {
  const kept = { ttlSeconds: 600, tags: [rankingTag] }
  const found = await ctx.cache.getOrSet(`people:${name}`, kept, () =>
    count(ctx.db, ctx.clock.now()),
  )
  return await listRanked(ctx.db, found)
}
