import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'

/** What a reason asks for: a URL of this site (`text`), an explanation (`textarea`), or nothing. */
const contentTypes = ['', 'text', 'textarea'] as const

/** Reasons for flags, closings, states and reviews, by their numbers on the wire. */
export const reasonCatalog = {
  57: { name: 'spam', content: '' },
  58: { name: 'rude', content: '' },
  59: { name: 'something_else', content: 'textarea' },
  60: { name: 'duplicate', content: 'text' },
  61: { name: 'not_an_answer', content: '' },
  62: { name: 'no_longer_needed', content: '' },
  63: { name: 'off_topic', content: '' },
  64: { name: 'needs_details', content: '' },
  65: { name: 'normal_post', content: '' },
  66: { name: 'normal_user', content: '' },
  67: { name: 'closed', content: '' },
  68: { name: 'deleted_post', content: '' },
  69: { name: 'deleted_user', content: '' },
  70: { name: 'suspended', content: '' },
  71: { name: 'inactive', content: '' },
  72: { name: 'looks_ok', content: '' },
  73: { name: 'needs_edit', content: '' },
  74: { name: 'needs_close', content: '' },
  75: { name: 'needs_delete', content: '' },
  76: { name: 'bad_profile', content: '' },
  77: { name: 'impersonation', content: 'textarea' },
} as const satisfies Record<number, { name: string; content: (typeof contentTypes)[number] }>

export type ReasonNumber = keyof typeof reasonCatalog
export type ReasonName = (typeof reasonCatalog)[ReasonNumber]['name']

export const duplicateReason = 60

export const reasonObjects = ['question', 'answer', 'comment', 'user'] as const
export const reasonActions = ['flag', 'close', 'status', 'review'] as const
type ReasonObject = (typeof reasonObjects)[number]
type ReasonAction = (typeof reasonActions)[number]

/** The reasons to choose from, in order. */
const reasonLists = {
  question: {
    flag: [57, 58, 59, 60],
    close: [60, 63, 64, 59],
    status: [65, 67, 68],
    review: [72, 73, 74, 75],
  },
  answer: { flag: [57, 58, 59, 61], status: [65, 68], review: [72, 73, 75] },
  comment: { flag: [57, 58, 59, 62], status: [65, 68], review: [72, 73, 75] },
  user: { flag: [57, 76, 77, 59], status: [66, 70, 69, 71] },
} as const satisfies Record<ReasonObject, Partial<Record<ReasonAction, readonly ReasonNumber[]>>>

/** Null for a combination that has no reasons. */
export function reasonsFor(
  object: ReasonObject,
  action: ReasonAction,
): readonly ReasonNumber[] | null {
  const lists: Partial<Record<ReasonAction, readonly ReasonNumber[]>> = reasonLists[object]
  return lists[action] ?? null
}

export const Reason = z.object({
  reason_type: z.number().int(),
  name: z.string(),
  description: z.string(),
  content_type: z.enum(contentTypes),
  placeholder: z.string(),
  /** Whether the content is required. */
  have_content: z.boolean(),
})
export type Reason = z.output<typeof Reason>

export const listReasons = endpoint({
  method: 'GET',
  path: `${apiPrefix}/reasons`,
  access: 'member',
  allowsKeys: true,
  summary: 'Lists the reasons for an action on a kind of object, with translated names.',
  input: { object_type: z.enum(reasonObjects), action: z.enum(reasonActions) },
  response: z.array(Reason).max(10),
  errors: ['reason.none'],
})
