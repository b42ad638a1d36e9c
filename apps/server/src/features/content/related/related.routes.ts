import { listRelated as listCall } from '@stoa/contract/features/related'
import { route } from '../../../kernel/route.ts'
import { questionViewOf } from '../questions/questions.queries.ts'
import { listRelated } from './related.queries.ts'

export const relatedRoutes = [
  route(listCall, ({ input, actor, ctx }) =>
    listRelated(ctx.db, input.question_id, actor, questionViewOf(ctx.settings)),
  ),
]
