import type { AnswerOrder } from '@stoa/contract/features/answers'
import { toLongId, typeOfId } from '@stoa/contract/ids'

/** The orders a reader chooses from; `vote` is for the API alone. */
export const shownOrders = ['default', 'updated', 'created'] as const satisfies AnswerOrder[]
export type ShownOrder = (typeof shownOrders)[number]

export type ReadingAddress = {
  order: ShownOrder
  page: number
  answerId: string | undefined
  commentsOf: string | undefined
  commentId: string | undefined
}

type Params = { slug?: string | undefined; aid?: string | undefined }

/** What an address asks for; null when it is none. */
export function readAddress(params: Params, query: URLSearchParams): ReadingAddress | null {
  const page = query.get('page') ?? '1'
  if (!/^[1-9]\d{0,5}$/.test(page)) return null
  return {
    order: shownOrders.find((known) => known === query.get('order')) ?? 'default',
    page: Number(page),
    answerId: params.aid ?? (isAnswerId(params.slug) ? params.slug : undefined),
    commentsOf: idOf(query.get('comments'), 'question', 'answer'),
    commentId: idOf(query.get('commentId') ?? query.get('comment'), 'comment'),
  }
}

function isAnswerId(text: string | undefined): boolean {
  return idOf(text ?? null, 'answer') !== undefined
}

/** The id, when it is one of such a thing: what links carry wrongly is passed over. */
function idOf(text: string | null, ...types: string[]): string | undefined {
  const long = text === null ? null : toLongId(text)
  const type = long === null ? null : typeOfId(long)
  return type !== null && types.includes(type) ? (text ?? undefined) : undefined
}

/** The address of a page of answers, at the answers. */
export function answersHref(path: string, order: ShownOrder, page: number): string {
  const query = new URLSearchParams()
  if (order !== 'default') query.set('order', order)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return `${path}${text === '' ? '' : `?${text}`}#answers`
}

/** The same address with all comments of a post. */
export function commentsHref(path: string, search: string, postId: string): string {
  const query = new URLSearchParams(search)
  query.set('comments', postId)
  return `${path}?${query.toString()}#comments-${postId}`
}

/** The address of a comment on the page of its post. */
export function commentHref(postPath: string, commentId: string): string {
  return `${postPath}?commentId=${commentId}#comment-${commentId}`
}
