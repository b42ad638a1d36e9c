import {
  getBulkAction as getCall,
  listBulkActions as listCall,
  listRejectedItems as listRejectedCall,
  startBulkAction as startCall,
  stopBulkAction as stopCall,
  undoBulkAction as undoCall,
} from '@stoa/contract/features/bulk-actions'
import type { ParsedInputOf } from '@stoa/contract/endpoint'
import { typeOfId } from '@stoa/contract/ids'
import { limits } from '@stoa/contract/limits'
import { translator } from '@stoa/locales/translate'
import type { Context } from '../../../kernel/context.ts'
import { route } from '../../../kernel/route.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { idWriter } from '../../content/shared/posts.settings.ts'
import { selectAnswers, selectQuestions } from '../content-admin/selection.queries.ts'
import {
  type BulkStart,
  startBulkAction,
  stopBulkAction,
  undoBulkAction,
} from './bulk-actions.actions.ts'
import { getBulkAction, listBulkActions, listRejectedItems } from './bulk-actions.queries.ts'

export const bulkActionsRoutes = [
  route(startCall, async ({ input, actor, ctx, transact }) => {
    const start = await toStart(ctx, actor, input)
    return await transact(async (tx) => getBulkAction(tx, await startBulkAction(tx, actor, start)))
  }),

  // The job writes in another process, so a replica may be behind.
  route(listCall, ({ input, ctx }) => listBulkActions(ctx.primary, input)),
  route(getCall, ({ input, ctx }) => getBulkAction(ctx.primary, input.id)),

  route(listRejectedCall, ({ input, caller, ctx }) =>
    listRejectedItems(ctx.primary, input, {
      writeId: idWriter(ctx.settings),
      t: translator(caller.locale),
    }),
  ),

  route(stopCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      await stopBulkAction(tx, actor, input.id)
      return await getBulkAction(tx, input.id)
    }),
  ),

  route(undoCall, ({ input, actor, transact }) =>
    transact(async (tx) => getBulkAction(tx, await undoBulkAction(tx, actor, input.id))),
  ),
]

type StartInput = ParsedInputOf<typeof startCall>

async function toStart(ctx: Context, actor: Actor, input: StartInput): Promise<BulkStart> {
  const { object_type: objectType, action } = input
  const { close_type: closeType, close_msg: closeMessage, reason } = input
  const { ids, filter } = await choose(ctx, actor, input)
  return {
    objectType,
    action,
    ids,
    filter,
    parameters: {
      ...(closeType === undefined ? {} : { closeType, closeMessage }),
      ...(action === 'change_tags'
        ? { addTags: toSlugs(input.add_tags), removeTags: toSlugs(input.remove_tags) }
        : {}),
      ...(reason === '' ? {} : { reason }),
    },
  }
}

const range = {
  offset: 0,
  limit: limits.bulkAction.matching,
  window: 10 * limits.bulkAction.matching,
}

async function choose(ctx: Context, actor: Actor, input: StartInput) {
  const { object_type: type, question_filter, answer_filter } = input
  if (input.ids !== undefined) {
    const ids = input.ids.filter((id) => typeOfId(id) === type)
    return { ids: [...new Set(ids)], filter: '' }
  }
  if (type === 'question' && question_filter !== undefined) {
    const { ids } = await selectQuestions(ctx, actor, question_filter, range)
    return { ids, filter: describe(question_filter) }
  }
  if (type === 'answer' && answer_filter !== undefined) {
    const { ids } = await selectAnswers(ctx, actor, answer_filter, range)
    return { ids, filter: describe(answer_filter) }
  }
  return { ids: [], filter: '' }
}

function describe({ status, query }: { status: string; query: string }) {
  return `${status} ${query}`.trim()
}

function toSlugs(names: readonly string[]) {
  return [...new Set(names.map((name) => name.toLowerCase()))]
}
