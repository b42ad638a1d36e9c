import {
  ignoreTag as ignoreCall,
  ignoreTags as replaceCall,
  listIgnoredTags as listCall,
} from '@stoa/contract/features/ignored-tags'
import { setTagLevel as levelCall } from '@stoa/contract/features/follows'
import { route } from '../../../kernel/route.ts'
import { tagPolicyOf } from '../tags/tags.settings.ts'
import { ignoreTag, replaceIgnoredTags } from './ignored-tags.actions.ts'
import { listIgnoredTags } from './ignored-tags.queries.ts'
import { setTagLevel } from './levels.actions.ts'

export const ignoredTagsRoutes = [
  route(levelCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await setTagLevel(tx, actor, { tagId: input.tag_id, level: input.level })
      return null
    }),
  ),

  route(ignoreCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const isOn = !input.is_cancel
      await ignoreTag(tx, actor, { tagId: input.tag_id, isOn })
      return { is_ignored: isOn }
    }),
  ),

  route(replaceCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await replaceIgnoredTags(tx, actor, input.slug_name_list)
      return null
    }),
  ),

  route(listCall, async ({ actor, ctx }) =>
    actor === null ? [] : await listIgnoredTags(ctx.db, actor.id, tagPolicyOf(ctx.settings)),
  ),
]
