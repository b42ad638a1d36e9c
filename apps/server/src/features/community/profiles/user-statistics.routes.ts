import { getUserStatistics as statisticsCall } from '@stoa/contract/features/profiles'
import { interfaceSettings } from '@stoa/contract/settings/site'
import { route } from '../../../kernel/route.ts'
import { questionViewOf } from '../../content/questions/questions.queries.ts'
import { getListOwner } from '../../people/users/users.queries.ts'
import { getUserStatistics } from './user-statistics.queries.ts'

export const userStatisticsRoutes = [
  route(statisticsCall, async ({ input, actor, ctx }) => {
    const userId = await getListOwner(ctx.db, input.username, actor)
    return await getUserStatistics(ctx.db, userId, {
      now: ctx.clock.now(),
      timeZone: ctx.settings.get(interfaceSettings).time_zone,
      specialTags: questionViewOf(ctx.settings).specialTags,
    })
  }),
]
