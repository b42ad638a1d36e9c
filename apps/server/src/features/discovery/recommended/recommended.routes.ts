import { listRecommended as listCall } from '@stoa/contract/features/recommended'
import { route } from '../../../kernel/route.ts'
import { questionViewOf } from '../../content/questions/questions.queries.ts'
import { listRecommended } from './recommended.queries.ts'

export const recommendedRoutes = [
  route(listCall, ({ input, actor, ctx }) =>
    listRecommended(ctx.db, actor, input, questionViewOf(ctx.settings)),
  ),
]
