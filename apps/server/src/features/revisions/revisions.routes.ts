import { checkEdit, listRevisions as listCall } from '@stoa/contract/features/revisions'
import { requiredReputation } from '../../kernel/privileges.ts'
import { route } from '../../kernel/route.ts'
import { assertEditable, getEditable } from '../posts/editing.queries.ts'
import { questionViewOf } from '../questions/questions.queries.ts'
import { listRevisions } from './revisions.queries.ts'

export const revisionsRoutes = [
  route(listCall, async ({ input, who, ctx }) => {
    // What a person may not see has no history for them.
    await getEditable(ctx.db, who, input.object_id)
    return await listRevisions(ctx.db, input, questionViewOf(ctx.settings))
  }),

  route(checkEdit, async ({ input, who, ctx }) => {
    await assertEditable(ctx.db, who, input.id, requiredReputation(ctx.settings))
    return null
  }),
]
