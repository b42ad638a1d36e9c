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
  listMostReputed,
  listMostVoting,
  listStaff,
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
    ctx.cache.getOrSet('people:ranking', { ttlSeconds: 60, tags: [peopleTag] }, async () => ({
      users_with_the_most_reputation: await listMostReputed(ctx.db),
      users_with_the_most_vote: await votersOf(ctx),
      staffs: await listStaff(ctx.db, '', staffShown),
    })),
  ),

  route(staffCall, ({ input, ctx }) => listStaff(ctx.db, input.username, input.page_size)),

  route(searchCall, ({ input, who, ctx }) =>
    searchPeople(ctx.db, input.username, { not: who.id, limit: input.page_size }),
  ),
]

/** Counts a week of votes: kept longer than what is quick to read. */
function votersOf(ctx: Context) {
  return ctx.cache.getOrSet('people:voters', { ttlSeconds: 600, tags: [peopleTag] }, () =>
    listMostVoting(ctx.db, ctx.clock.now()),
  )
}
