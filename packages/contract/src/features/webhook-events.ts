import { z } from 'zod'

/** Of all payloads. Fields may be added to a version; a change that breaks receivers gets the next one. */
export const webhookPayloadVersion = 1 as const

const id = z.string()
const url = z.url()
const at = z.iso.datetime()
const objectType = z.enum(['question', 'answer', 'comment', 'tag', 'user'])

const User = z.object({ id, username: z.string(), display_name: z.string(), url })
const QuestionRef = z.object({ id, title: z.string(), url })
const Question = QuestionRef.extend({
  excerpt: z.string(),
  tags: z.array(z.string()).max(5),
  author: User,
  state: z.enum(['open', 'closed']),
  score: z.number().int(),
  answer_count: z.number().int(),
  created_at: at,
})
const Answer = z.object({
  id,
  question: QuestionRef,
  url,
  excerpt: z.string(),
  author: User,
  is_accepted: z.boolean(),
  score: z.number().int(),
  created_at: at,
})
const Comment = z.object({
  id,
  /** Empty for a comment on the question. */
  answer_id: z.string(),
  question: QuestionRef,
  url,
  text: z.string(),
  author: User,
  score: z.number().int(),
  created_at: at,
})
const Tag = z.object({ id, slug_name: z.string(), display_name: z.string(), url })

const question = { data: z.object({ question: Question }), isStaff: false }
const answer = { data: z.object({ answer: Answer }), isStaff: false }
const comment = { data: z.object({ comment: Comment }), isStaff: false }
const tag = { data: z.object({ tag: Tag }), isStaff: false }
/** What is hidden is named by its id only. */
const hidden = { data: z.object({ id }), isStaff: false }
const member = { data: z.object({ user: User }), isStaff: false }
const staffMember = { data: z.object({ user: User }), isStaff: true }

/** What is sent to webhooks, with the `data` of each. Those of staff say what visitors of the site cannot see. */
export const webhookEvents = {
  'question.created': question,
  'question.edited': question,
  'question.closed': question,
  'question.reopened': question,
  'question.deleted': hidden,
  'question.restored': question,
  'answer.created': answer,
  'answer.edited': answer,
  'answer.accepted': answer,
  'answer.unaccepted': answer,
  'answer.deleted': hidden,
  'answer.restored': answer,
  'comment.created': comment,
  'comment.edited': comment,
  'comment.deleted': hidden,
  'comment.restored': comment,
  /** Without the voter, and without whether the vote was up or down. */
  'post.voted': {
    data: z.object({
      object_id: id,
      object_type: z.enum(['question', 'answer', 'comment']),
      score: z.number().int(),
      url,
    }),
    isStaff: false,
  },
  'tag.created': tag,
  'tag.edited': tag,
  'tag.merged': { data: z.object({ merged_id: id, tag: Tag }), isStaff: false },
  'tag.deleted': hidden,
  'tag.restored': tag,
  'user.registered': member,
  'user.deleted': hidden,
  'badge.awarded': {
    data: z.object({ badge: z.object({ id, name: z.string(), url }), user: User }),
    isStaff: false,
  },
  'user.suspended': staffMember,
  'user.unsuspended': staffMember,
  'content.held': {
    data: z.object({ object_id: id, object_type: objectType }),
    isStaff: true,
  },
  'flag.created': {
    data: z.object({ case_id: id, object_id: id, object_type: objectType }),
    isStaff: true,
  },
  'review.decided': {
    data: z.object({
      queue: z.enum(['flags', 'held_posts', 'suggestions']),
      /** Of the case, the held post or the suggestion. */
      id,
      object_id: id,
      outcome: z.string(),
    }),
    isStaff: true,
  },
} as const satisfies Record<string, { data: z.ZodObject; isStaff: boolean }>

export type WebhookEvent = keyof typeof webhookEvents
export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[]
export type WebhookData<Name extends WebhookEvent> = z.output<(typeof webhookEvents)[Name]['data']>

/** Sent when an admin asks for it, whatever events the webhook is for. */
export const testEvent = 'webhook.test'
export type SentEvent = WebhookEvent | typeof testEvent

/** The body of every request, with `data` as `webhookEvents` declares it for the type. */
export const WebhookPayload = z.object({
  id: z.string(),
  type: z.enum([...webhookEventNames, testEvent]),
  version: z.literal(webhookPayloadVersion),
  timestamp: at,
  data: z.record(z.string(), z.unknown()),
})
export type WebhookPayload = z.output<typeof WebhookPayload>

export const webhookEventGroups = {
  questions: webhookEventNames.filter((name) => name.startsWith('question.')),
  answers: webhookEventNames.filter((name) => name.startsWith('answer.')),
  comments: webhookEventNames.filter((name) => name.startsWith('comment.')),
  votes: ['post.voted'],
  tags: webhookEventNames.filter((name) => name.startsWith('tag.')),
  users: ['user.registered', 'user.deleted', 'badge.awarded'],
  staff: webhookEventNames.filter((name) => webhookEvents[name].isStaff),
} as const satisfies Record<string, readonly WebhookEvent[]>
export type WebhookEventGroup = keyof typeof webhookEventGroups
