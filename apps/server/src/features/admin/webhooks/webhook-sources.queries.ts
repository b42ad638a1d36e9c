import {
  type WebhookData,
  type WebhookEvent,
  webhookEventNames,
} from '@stoa/contract/features/webhook-events'
import { typeOfId } from '@stoa/contract/ids'
import type { Events } from '../../../events.ts'
import type { EventName } from '../../../kernel/context.ts'
import type { Finder } from './messages.queries.ts'

export type Message = { type: WebhookEvent; data: object }

/** `load` returns null in the place of what visitors cannot see. */
export type Source<Payload> = {
  types: readonly WebhookEvent[]
  load(find: Finder, payload: Payload): Promise<(Message | null)[]>
}

type Load<Payload, Type extends WebhookEvent> = (
  payload: Payload,
  find: Finder,
) => Promise<WebhookData<Type> | null> | WebhookData<Type> | null

function sends<Payload, Type extends WebhookEvent>(
  type: Type,
  load: Load<Payload, Type>,
): Source<Payload> {
  return {
    types: [type],
    async load(find, payload) {
      const data = await load(payload, find)
      return [data === null ? null : { type, data }]
    },
  }
}

function both<Payload>(...sources: Source<Payload>[]): Source<Payload> {
  return {
    types: sources.flatMap(({ types }) => types),
    load: async (find, payload) =>
      (await Promise.all(sources.map((source) => source.load(find, payload)))).flat(),
  }
}

type QuestionEvent = { questionId: string }
type AnswerEvent = { answerId: string }
type CommentEvent = { commentId: string }
type TagEvent = { tagId: string }

const question = (type: 'question.created' | 'question.edited') =>
  sends(type, ({ questionId }: QuestionEvent, find) => find.question(questionId))
const answer = (type: 'answer.created' | 'answer.edited') =>
  sends(type, ({ answerId }: AnswerEvent, find) => find.answer(answerId))
const comment = (type: 'comment.created' | 'comment.edited') =>
  sends(type, ({ commentId }: CommentEvent, find) => find.comment(commentId))
const tag = (type: 'tag.created' | 'tag.edited' | 'tag.restored') =>
  sends(type, ({ tagId }: TagEvent, find) => find.tag(tagId))

const hidden = {
  question: sends('question.deleted', ({ questionId }: QuestionEvent) => ({ id: questionId })),
  answer: sends('answer.deleted', ({ answerId }: AnswerEvent) => ({ id: answerId })),
  comment: sends('comment.deleted', ({ commentId }: CommentEvent) => ({ id: commentId })),
}

const unpublished: Source<{ objectId: string }> = {
  types: ['question.deleted', 'answer.deleted', 'comment.deleted'],
  async load(_find, { objectId: id }) {
    const type = typeOfId(id)
    if (type !== 'question' && type !== 'answer' && type !== 'comment') return []
    return [{ type: `${type}.deleted`, data: { id } }]
  },
}

const awards: Source<Events['badges.awarded']> = {
  types: ['badge.awarded'],
  async load(find, { awardIds, isNotified }) {
    if (!isNotified) return []
    const list = await find.awards(awardIds)
    return list.map((data) => data && { type: 'badge.awarded', data })
  },
}

/** An event of the bus that is not here is not sent; `unsent-events.test.ts` says why. */
export const webhookSources: { [Name in EventName]?: Source<Events[Name]> } = {
  'question.asked': question('question.created'),
  'question.edited': question('question.edited'),
  'question.listed': sends('question.restored', (event, find) => find.question(event.questionId)),
  'question.closed': sends('question.closed', (event, find) => find.question(event.questionId)),
  'question.reopened': sends('question.reopened', (event, find) => find.question(event.questionId)),
  'question.deleted': hidden.question,
  'question.unlisted': hidden.question,
  'question.recovered': sends('question.restored', (event, find) =>
    find.question(event.questionId),
  ),
  'answer.posted': answer('answer.created'),
  'answer.edited': answer('answer.edited'),
  'answer.accepted': sends('answer.accepted', (event, find) => find.answer(event.answerId)),
  'answer.unaccepted': sends('answer.unaccepted', (event, find) => find.answer(event.answerId)),
  'answer.deleted': hidden.answer,
  'answer.recovered': sends('answer.restored', (event, find) => find.answer(event.answerId)),
  'answer.converted': both<Events['answer.converted']>(hidden.answer, comment('comment.created')),
  'comment.added': comment('comment.created'),
  'comment.edited': comment('comment.edited'),
  'comment.deleted': hidden.comment,
  'comment.recovered': sends('comment.restored', (event, find) => find.comment(event.commentId)),
  'comment.converted': both<Events['comment.converted']>(hidden.comment, answer('answer.created')),
  'content.unpublished': unpublished,
  'post.voted': sends('post.voted', ({ objectId }, find) => find.score(objectId)),
  'tag.created': tag('tag.created'),
  'tag.edited': tag('tag.edited'),
  'tag.recovered': tag('tag.restored'),
  'tag.deleted': sends('tag.deleted', ({ tagId }) => ({ id: tagId })),
  'tag.merged': sends('tag.merged', async ({ tagId, intoId }, find) => {
    const into = await find.tag(intoId)
    return into && { merged_id: tagId, ...into }
  }),
  'account.activated': sends('user.registered', ({ userId }, find) => find.user(userId, 'public')),
  'account.left': sends('user.deleted', ({ userId }) => ({ id: userId })),
  'badges.awarded': awards,
  'user.suspended': sends('user.suspended', ({ userId }, find) => find.user(userId, 'staff')),
  'user.unsuspended': sends('user.unsuspended', ({ userId }, find) => find.user(userId, 'staff')),
  'content.held': sends('content.held', ({ objectId }) => objectOf(objectId)),
  'content.flagged': sends('flag.created', ({ caseId, objectId }) => ({
    case_id: caseId,
    ...objectOf(objectId),
  })),
  'user.flagged': sends('flag.created', ({ caseId, userId }) => ({
    case_id: caseId,
    ...objectOf(userId),
  })),
  'flag_case.decided': sends('review.decided', async ({ caseId, objectId }, find) => ({
    queue: 'flags',
    id: caseId,
    object_id: objectId,
    outcome: await find.caseOutcome(caseId),
  })),
  'held_post.decided': sends('review.decided', ({ heldPostId, objectId, outcome }) => ({
    queue: 'held_posts',
    id: heldPostId,
    object_id: objectId,
    outcome,
  })),
  'suggestion.decided': sends('review.decided', ({ suggestionId, objectId, decision }) => ({
    queue: 'suggestions',
    id: suggestionId,
    object_id: objectId,
    outcome: decision,
  })),
}

function objectOf(id: string) {
  const type = typeOfId(id)
  const isContent = type === 'question' || type === 'answer' || type === 'comment' || type === 'tag'
  return { object_id: id, object_type: isContent ? type : ('user' as const) }
}

/** The event of the bus by its name, as it is stored in a job. */
export function sourceOf(name: string): Source<object> | undefined {
  return (webhookSources as unknown as Record<string, Source<object>>)[name]
}

/** Public events that nothing sends; a test says that there is none. */
export function eventsWithoutSource(): WebhookEvent[] {
  const sent = new Set(Object.values(webhookSources).flatMap(({ types }) => types))
  return webhookEventNames.filter((name) => !sent.has(name))
}
