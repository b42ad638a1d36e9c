import { readQuestion as readCall } from '@stoa/contract/features/question-page'
import { route } from '../../../kernel/route.ts'
import { readerViewOf } from '../questions/questions.queries.ts'
import { recordView } from '../views/views.actions.ts'
import { readQuestion } from './question-page.queries.ts'

export const questionPageRoutes = [
  route(readCall, async ({ input, actor, caller, ctx }) => {
    const view = readerViewOf(ctx.settings, caller.locale)
    const page = await readQuestion(ctx.db, input, { actor, now: ctx.clock.now(), view })
    recordView(ctx, input.id, actor, caller)
    return page
  }),
]
