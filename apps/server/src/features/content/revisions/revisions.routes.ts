import {
  checkEdit,
  getOwnSuggestion,
  listRevisions as listCall,
  rollBack as rollBackCall,
} from '@stoa/contract/features/revisions'
import { typeOfId } from '@stoa/contract/ids'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/route.ts'
import { assertAllowed, requiredReputation } from '../../../kernel/rules.ts'
import { assertEditable, getEditable, isEditReviewed } from '../shared/editing.queries.ts'
import { questionViewOf } from '../questions/questions.queries.ts'
import { getVisibleTag } from '../tags/tags.queries.ts'
import { canEditTag, needsTagReview } from '../tags/tags.rules.ts'
import { findNewestSuggestion, toSuggestionNotice } from '../shared/suggestions.queries.ts'
import { listRevisions, toRevisionContent } from './revisions.queries.ts'
import { rollBack } from './rollback.actions.ts'

export const revisionsRoutes = [
  route(listCall, async ({ input, actor, ctx }) => {
    const assertVisible = isTag(input.object_id) ? getVisibleTag : getEditable
    await assertVisible(ctx.db, actor, input.object_id)
    return await listRevisions(ctx.db, input, questionViewOf(ctx.settings))
  }),

  route(checkEdit, async ({ input, actor, ctx }) => {
    const required = requiredReputation(ctx.settings)
    if (isTag(input.id)) {
      const tag = await getVisibleTag(ctx.db, actor, input.id)
      if (tag.isDeleted) fail('tag.not_found')
      assertAllowed(canEditTag(actor, required))
    } else {
      await assertEditable(ctx.db, actor, input.id, ctx.settings)
    }
    return null
  }),

  route(getOwnSuggestion, async ({ input: { object_id: id }, actor, ctx }) => {
    const required = requiredReputation(ctx.settings)
    const needs_review = isTag(id)
      ? needsTagReview(actor, required)
      : isEditReviewed(actor, await getEditable(ctx.db, actor, id), ctx.settings)
    if (isTag(id)) await getVisibleTag(ctx.db, actor, id)
    const found = await findNewestSuggestion(ctx.db, actor, id)
    if (found === null) return { needs_review, suggestion: null }
    const suggestion = {
      ...toSuggestionNotice(found),
      version: found.baseVersion,
      content: toRevisionContent(found, null, questionViewOf(ctx.settings)),
      edit_summary: found.summary,
    }
    return { needs_review, suggestion }
  }),

  route(rollBackCall, ({ input, actor, transact }) =>
    transact(async (tx) => ({
      url_title: await rollBack(tx, actor, {
        objectId: input.object_id,
        revisionId: input.revision_id,
        version: input.version,
        summary: input.edit_summary,
      }),
    })),
  ),
]

const isTag = (id: string) => typeOfId(id) === 'tag'
