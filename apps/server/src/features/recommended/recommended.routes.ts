import { listRecommended as listCall } from '@stoa/contract/features/recommended'
import { route } from '../../kernel/route.ts'
import { questionViewOf } from '../questions/questions.queries.ts'
import { listRecommended } from './recommended.queries.ts'

export const recommendedRoutes = [
  route(listCall, ({ input, who, ctx }) =>
    listRecommended(ctx.db, who, input, questionViewOf(ctx.settings)),
  ),
]
