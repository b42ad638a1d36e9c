import {
  compareRevisions as compareCall,
  getTimeline as timelineCall,
} from '@stoa/contract/features/activity'
import { route } from '../../../kernel/route.ts'
import { questionViewOf, readerViewOf } from '../../content/questions/questions.queries.ts'
import { compareRevisions } from './comparison.queries.ts'
import { getTimeline } from './timeline.queries.ts'

export const activityRoutes = [
  route(timelineCall, ({ input, actor, caller, ctx }) =>
    getTimeline(ctx.db, actor, input, readerViewOf(ctx.settings, caller.locale)),
  ),

  route(compareCall, ({ input, actor, ctx }) =>
    compareRevisions(ctx.db, actor, input, questionViewOf(ctx.settings)),
  ),
]
