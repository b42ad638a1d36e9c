import {
  createTag as createCall,
  deleteTag as deleteCall,
  editTag as editCall,
  findTags as findCall,
  getTag as getCall,
  listSynonyms as synonymsCall,
  listTags as listCall,
  mergeTags as mergeCall,
  recoverTag as recoverCall,
  setSynonyms as setSynonymsCall,
  suggestTags,
} from '@stoa/contract/features/tags'
import { generalSettings } from '@stoa/contract/settings/site'
import { translator } from '@stoa/locales/translate'
import { purge } from '../../kernel/cache.ts'
import type { Context } from '../../kernel/context.ts'
import { requiredReputation } from '../../kernel/privileges.ts'
import { type Caller, route } from '../../kernel/route.ts'
import { createTag, deleteTag, editTag, recoverTag } from './tags.editing.ts'
import { getTag, listSynonyms, listTags, type TagView } from './tags.listing.ts'
import { mergeTags, setSynonyms } from './tags.merging.ts'
import { findTags, listSuggestedTags } from './tags.queries.ts'
import { canCreateTag } from './tags.rules.ts'
import { followRename, tagPolicyOf } from './tags.settings.ts'

export const tagsRoutes = [
  route(suggestTags, ({ input, ctx }) =>
    listSuggestedTags(ctx.db, input.tag, tagPolicyOf(ctx.settings)),
  ),

  route(findCall, ({ input, ctx }) => findTags(ctx.db, input.tags, tagPolicyOf(ctx.settings))),

  route(listCall, async ({ input, who, ctx }) => ({
    ...(await listTags(ctx, who, input, tagPolicyOf(ctx.settings))),
    may_create: who !== null && canCreateTag(who, requiredReputation(ctx.settings)).ok,
  })),

  route(getCall, ({ input, who, ctx, caller }) => getTag(ctx.db, who, input, viewOf(ctx, caller))),

  route(synonymsCall, ({ input, who, ctx, caller }) =>
    listSynonyms(ctx.db, who, input.tag_id, viewOf(ctx, caller)),
  ),

  route(createCall, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      const slug_name = await createTag(tx, who, input, policyOf(ctx))
      await purge(tx, ctx, ['tags:count'])
      return { slug_name }
    }),
  ),

  route(editCall, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      const { before, after } = await editTag(tx, who, input, policyOf(ctx))
      await followRename(tx, ctx, before, after)
      return { slug_name: after, wait_for_review: false }
    }),
  ),

  route(deleteCall, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      await deleteTag(tx, who, input.tag_id)
      await purge(tx, ctx, ['tags:count'])
      return null
    }),
  ),

  route(recoverCall, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      await recoverTag(tx, who, input.tag_id)
      await purge(tx, ctx, ['tags:count'])
      return null
    }),
  ),

  route(setSynonymsCall, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      await setSynonyms(tx, who, input, policyOf(ctx))
      await purge(tx, ctx, ['tags:count', 'questions:count'])
      return null
    }),
  ),

  route(mergeCall, ({ input, who, ctx, transact }) =>
    transact(async (tx) => {
      await mergeTags(tx, who, input.source_tag_id, input.target_tag_id)
      await purge(tx, ctx, ['tags:count', 'questions:count'])
      return null
    }),
  ),
]

function viewOf(ctx: Context, caller: Caller): TagView {
  return {
    marks: tagPolicyOf(ctx.settings),
    required: requiredReputation(ctx.settings),
    t: translator(caller.locale),
  }
}

function policyOf(ctx: Context) {
  return {
    required: requiredReputation(ctx.settings),
    siteUrl: ctx.settings.get(generalSettings).site_url,
  }
}
