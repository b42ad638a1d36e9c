import {
  createTag as createCall,
  deleteTag as deleteCall,
  editTag as editCall,
  findTags as findCall,
  getTag as getCall,
  listAdminTags as listAdminCall,
  listRelatedTags as relatedCall,
  listSynonyms as synonymsCall,
  listTags as listCall,
  mergeTags as mergeCall,
  recoverTag as recoverCall,
  setSynonyms as setSynonymsCall,
  suggestTags,
} from '@stoa/contract/features/tags'
import { translator } from '@stoa/locales/translate'
import type { Context } from '../../../kernel/context.ts'
import { requiredReputation } from '../../../kernel/rules.ts'
import { type Caller, route } from '../../../kernel/route.ts'
import { listAdminTags } from './admin-tags.queries.ts'
import { createTag, deleteTag, editTag, recoverTag } from './editing.actions.ts'
import { getTag, listSynonyms, listTags, type TagView } from './tags.listing.ts'
import { mergeTags, setSynonyms } from './tags.merging.ts'
import { findTags, listSuggestedTags } from './tags.queries.ts'
import { listRelatedTags } from './related-tags.queries.ts'
import { canCreateTag } from './tags.rules.ts'
import { tagPolicyOf } from './tags.settings.ts'

export const tagsRoutes = [
  route(suggestTags, ({ input, ctx }) =>
    listSuggestedTags(ctx.db, input.tag, tagPolicyOf(ctx.settings)),
  ),

  route(findCall, ({ input, ctx }) => findTags(ctx.db, input.tags, tagPolicyOf(ctx.settings))),

  route(listCall, async ({ input, actor, ctx }) => ({
    ...(await listTags(ctx, actor, input, tagPolicyOf(ctx.settings))),
    may_create: actor !== null && canCreateTag(actor, requiredReputation(ctx.settings)).ok,
  })),

  route(listAdminCall, ({ input, ctx }) => listAdminTags(ctx.db, input, tagPolicyOf(ctx.settings))),

  route(getCall, ({ input, actor, ctx, caller }) =>
    getTag(ctx.db, actor, input, viewOf(ctx, caller)),
  ),

  route(relatedCall, ({ input, ctx }) =>
    listRelatedTags(ctx.db, input.tag, tagPolicyOf(ctx.settings)),
  ),

  route(synonymsCall, ({ input, actor, ctx, caller }) =>
    listSynonyms(ctx.db, actor, input.tag_id, viewOf(ctx, caller)),
  ),

  route(createCall, ({ input, actor, transact }) =>
    transact(async (tx) => ({ slug_name: await createTag(tx, actor, input) })),
  ),

  route(editCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const { slug: slug_name, isSuggestion } = await editTag(tx, actor, input)
      return { slug_name, wait_for_review: isSuggestion }
    }),
  ),

  route(deleteCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await deleteTag(tx, actor, input.tag_id)
      return null
    }),
  ),

  route(recoverCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await recoverTag(tx, actor, input.tag_id)
      return null
    }),
  ),

  route(setSynonymsCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await setSynonyms(tx, actor, input)
      return null
    }),
  ),

  route(mergeCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await mergeTags(tx, actor, input.source_tag_id, input.target_tag_id)
      return null
    }),
  ),
]

function viewOf(ctx: Context, caller: Caller): TagView {
  return {
    specialTags: tagPolicyOf(ctx.settings),
    required: requiredReputation(ctx.settings),
    t: translator(caller.locale),
  }
}
