import { checkEdit, listRevisions as listCall } from '@stoa/contract/features/revisions'
import { requiredReputation } from '../../kernel/privileges.ts'
import { route } from '../../kernel/route.ts'
import { must } from '../../kernel/rules.ts'
import { canEdit } from '../posts/posts.rules.ts'
import { questionViewOf } from '../questions/questions.queries.ts'
import { getEditable, listRevisions } from './revisions.queries.ts'

export const revisionsRoutes = [
  route(listCall, async ({ input, who, ctx }) => {
    // What a person may not see has no history for them.
    await getEditable(ctx.db, input.object_id, who)
    return await listRevisions(ctx.db, input, questionViewOf(ctx.settings))
  }),

  route(checkEdit, async ({ input, who, ctx }) => {
    const post = await getEditable(ctx.db, input.id, who)
    must(canEdit(who, post, requiredReputation(ctx.settings)))
    return null
  }),
]
