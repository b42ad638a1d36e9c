import { readQuestion as readCall } from '@stoa/contract/features/reading'
import { route } from '../../kernel/route.ts'
import { readerViewOf } from '../questions/questions.queries.ts'
import { noteView } from '../views/views.actions.ts'
import { readQuestion } from './reading.queries.ts'

export const readingRoutes = [
  route(readCall, async ({ input, who, caller, ctx }) => {
    const view = readerViewOf(ctx.settings, caller.locale)
    const page = await readQuestion(ctx.db, input, { who, now: ctx.clock.now(), view })
    noteView(ctx, input.id, who, caller)
    return page
  }),
]
