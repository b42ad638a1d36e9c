import type { AnswerOrder } from '@stoa/contract/features/answers'
import { toLongId, typeOfId } from '@stoa/contract/ids'

/** The orders offered on the page; the API also has `vote`. */
export const answerOrders = ['default', 'updated', 'created'] as const satisfies AnswerOrder[]
export type AnswerListOrder = (typeof answerOrders)[number]

export type QuestionUrl = {
  order: AnswerListOrder
  /** Whether this browser remembers an order for questions without one in the URL. */
  hasRememberedOrder: boolean
  page: number
  answerId: string | undefined
  commentsOf: string | undefined
  commentId: string | undefined
}

type Params = { slug?: string | undefined; aid?: string | undefined }

/** Null if the URL is invalid. */
export function parseQuestionUrl(
  params: Params,
  query: URLSearchParams,
  rememberedOrder: string | null,
): QuestionUrl | null {
  const order = query.get('order') ?? rememberedOrder
  const page = query.get('page') ?? '1'
  if (!/^[1-9]\d{0,5}$/.test(page)) return null
  return {
    order: answerOrders.find((option) => option === order) ?? 'default',
    hasRememberedOrder: rememberedOrder !== null,
    page: Number(page),
    answerId: params.aid ?? (isAnswerId(params.slug) ? params.slug : undefined),
    commentsOf: parseId(query.get('comments'), 'question', 'answer'),
    commentId: parseId(query.get('commentId') ?? query.get('comment'), 'comment'),
  }
}

function isAnswerId(text: string | undefined): boolean {
  return parseId(text ?? null, 'answer') !== undefined
}

/** Undefined unless the text is an id of one of these types. */
function parseId(text: string | null, ...types: string[]): string | undefined {
  const longId = text === null ? null : toLongId(text)
  const type = longId === null ? null : typeOfId(longId)
  return type !== null && types.includes(type) ? (text ?? undefined) : undefined
}

export function answersHref(
  path: string,
  order: AnswerListOrder,
  page: number,
  hasRememberedOrder: boolean,
): string {
  const query = new URLSearchParams()
  if (order !== 'default' || hasRememberedOrder) query.set('order', order)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return `${path}${text === '' ? '' : `?${text}`}#answers`
}

/** The current URL with all comments of a post. */
export function commentsHref(path: string, search: string, postId: string): string {
  const query = new URLSearchParams(search)
  query.set('comments', postId)
  return `${path}?${query.toString()}#comments-${postId}`
}

export function commentHref(postPath: string, commentId: string): string {
  return `${postPath}?commentId=${commentId}#comment-${commentId}`
}
