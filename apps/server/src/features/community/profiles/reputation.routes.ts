import { listReputation as listCall } from '@stoa/contract/features/reputation'
import { translator } from '@stoa/locales/translate'
import { route } from '../../../kernel/route.ts'
import { idWriter } from '../../content/shared/posts.settings.ts'
import { getListOwner } from '../../people/users/users.queries.ts'
import { listReputation } from './reputation.queries.ts'

export const reputationRoutes = [
  route(listCall, async ({ input, actor, caller, ctx }) => {
    const userId = await getListOwner(ctx.db, input.username, actor)
    const t = translator(caller.locale)
    const writeId = idWriter(ctx.settings)
    return await listReputation(ctx.db, userId, input, { actor, t, writeId })
  }),
]
