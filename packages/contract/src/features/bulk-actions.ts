import { z } from 'zod'
import { adminPrefix, endpoint } from '../endpoint.ts'
import { objectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { pageOf, paging } from '../paging.ts'
import { answerFilters, questionFilters } from './content-admin.ts'
import { UserBasic } from './users.ts'

export const bulkActionNames = [
  'delete',
  'undelete',
  'close',
  'reopen',
  'change_tags',
  'list',
  'unlist',
  'delete_permanently',
] as const
export type BulkActionName = (typeof bulkActionNames)[number]

/** Reopening is only the undo of closing. */
const startable = [
  'delete',
  'undelete',
  'close',
  'change_tags',
  'list',
  'unlist',
  'delete_permanently',
] as const

export type BulkObjectType = 'question' | 'answer'

export const bulkStates = ['running', 'done', 'stopped'] as const
export type BulkState = (typeof bulkStates)[number]

/** `unchanged`: the post was like that already. */
export const bulkOutcomes = ['waiting', 'done', 'unchanged', 'rejected'] as const

export const BulkAction = z.object({
  id: z.string(),
  object_type: z.enum(['question', 'answer']),
  action: z.enum(bulkActionNames),
  state: z.enum(bulkStates),
  /** The filter that chose the posts; empty if they were chosen one by one. */
  filter: z.string(),
  close_type: z.number().int(),
  add_tags: z.array(z.string()).max(limits.tags.max),
  remove_tags: z.array(z.string()).max(limits.tags.max),
  started_at: z.number().int(),
  /** 0 while it runs. */
  ended_at: z.number().int(),
  user_info: UserBasic,
  total: z.number().int(),
  done: z.number().int(),
  unchanged: z.number().int(),
  rejected: z.number().int(),
  /** The bulk action that this one reverses, and the one that reverses this one; empty for none. */
  undoes_id: z.string(),
  undone_by_id: z.string(),
  can_undo: z.boolean(),
})
export type BulkAction = z.output<typeof BulkAction>

const bulkId = { id: z.string().regex(/^[1-9]\d{0,14}$/) }
const tagNames = z.array(z.string().trim().min(1).max(limits.tagName.max)).max(limits.tags.max)

export const startBulkAction = endpoint({
  method: 'POST',
  path: `${adminPrefix}/bulk`,
  access: 'admin',
  allowsKeys: true,
  summary:
    'Starts an action on many posts: on the given ids, or on all that match a filter. A job does it.',
  input: {
    object_type: z.enum(['question', 'answer']),
    action: z.enum(startable),
    ids: z.array(objectId('question', 'answer')).max(limits.bulkAction.chosen).optional(),
    /** Instead of `ids`. What matches now; later posts are left out. */
    question_filter: z.strictObject(questionFilters).optional(),
    answer_filter: z.strictObject(answerFilters).optional(),
    /** For `close`. */
    close_type: z.number().int().optional(),
    close_msg: z.string().trim().max(limits.closeMessage.max).default(''),
    /** For `change_tags`. Added tags must exist. */
    add_tags: tagNames.default([]),
    remove_tags: tagNames.default([]),
    /** For `delete_permanently`. */
    reason: z.string().trim().max(limits.staffText.max).default(''),
  },
  response: BulkAction,
  errors: [
    'bulk.nothing_chosen',
    'bulk.not_for_answers',
    'bulk.reason_required',
    'bulk.no_tags',
    'bulk.unknown_tags',
    'reason.not_in_list',
    'reason.content_required',
    'duplicate.bad_url',
    'duplicate.other_site',
    'duplicate.not_a_question',
  ],
})

export const listBulkActions = endpoint({
  method: 'GET',
  path: `${adminPrefix}/bulk/page`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Lists bulk actions, newest first.',
  input: paging,
  response: pageOf(BulkAction),
})

export const getBulkAction = endpoint({
  method: 'GET',
  path: `${adminPrefix}/bulk`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Returns a bulk action with its progress.',
  input: bulkId,
  response: BulkAction,
  errors: ['bulk.not_found'],
})

export const listRejectedItems = endpoint({
  method: 'GET',
  path: `${adminPrefix}/bulk/rejected`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Lists the posts that a bulk action did not change, with the reason.',
  input: { ...paging, ...bulkId },
  response: pageOf(
    z.object({
      object_id: z.string(),
      question_id: z.string(),
      /** Empty when the post no longer exists. */
      title: z.string(),
      url_title: z.string(),
      reason: z.string(),
      /** The reason in the language of the caller. */
      reason_text: z.string(),
    }),
  ),
  // The others are reasons of items only.
  errors: [
    'bulk.not_found',
    'bulk.too_many_tags',
    'bulk.no_tags_left',
    'bulk.tag_deleted',
    'bulk.changed_since',
  ],
})

export const stopBulkAction = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/bulk/stop`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Stops a bulk action. What is done stays done, and can be undone.',
  input: bulkId,
  response: BulkAction,
  errors: ['bulk.not_found', 'bulk.not_running'],
})

export const undoBulkAction = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/bulk/undo`,
  access: 'admin',
  allowsKeys: true,
  summary:
    'Starts a bulk action that reverses another one, as far as nobody changed the posts since.',
  input: bulkId,
  response: BulkAction,
  errors: ['bulk.not_found', 'bulk.running', 'bulk.cannot_undo', 'bulk.undone'],
})
