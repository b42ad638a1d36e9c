import {
  getUserBranding,
  getUserCenter,
  getUserCenterSettings,
} from '@stoa/contract/features/user-center'
import { findUserCenter } from '../../../kernel/plugins.ts'
import { route } from '../../../kernel/route.ts'
import { getListOwner } from '../users/users.queries.ts'
import { getAgent, getSettingsRedirects, listBranding } from './user-center.queries.ts'

export const userCenterRoutes = [
  route(getUserCenter, async ({ ctx }) => {
    const agent = getAgent(ctx)
    return { enabled: agent !== null, agent_info: agent }
  }),

  route(getUserCenterSettings, ({ actor, ctx }) => getSettingsRedirects(ctx, actor.id)),

  route(getUserBranding, async ({ input, actor, ctx }) => {
    const userId = await getListOwner(ctx.db, input.username, actor)
    return {
      enabled: findUserCenter(ctx.plugins) !== null,
      personal_branding: await listBranding(ctx, userId),
    }
  }),
]
