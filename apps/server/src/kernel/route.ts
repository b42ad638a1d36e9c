import type { Access } from '@stoa/contract/access'
import type { Endpoint, ParsedInputOf, ReplyOf } from '@stoa/contract/endpoint'
import type { JsonStream } from '@stoa/contract/json-stream'
import type { Locale } from '@stoa/locales/languages'
import type { Context } from './context.ts'
import type { Actor } from './rules.ts'
import type { Tx } from './transact.ts'

/** Where a call comes from, whichever way it came. */
export type Caller = {
  token: string | null
  /** The token of the browser's device cookie; see features/accounts/known-devices.ts. */
  device: string | null
  locale: Locale
  address: string
  /** What the program on the other side calls itself; empty when it does not say. */
  userAgent: string
  requestId: string
}

/** What a handler is given. `who` is a person wherever the endpoint's access promises one. */
export type RouteRequest<E extends Endpoint> = {
  input: ParsedInputOf<E>
  who: Who<E['access']>
  caller: Caller
  ctx: Context
  /**
   * Runs the write of this request, at most once, and returns the request's reply: with an Idempotency-Key,
   * the reply is stored in the same transaction and a retry gets it back instead of a second write.
   */
  transact(work: (tx: Tx) => Promise<ReplyOf<E>>): Promise<ReplyOf<E>>
}

type Who<Tier extends Access> = Tier extends 'open' | 'public' | 'install' ? Actor | null : Actor

/** An endpoint with what answers it. */
export type Route = {
  endpoint: Endpoint
  handle(request: RouteRequest<Endpoint>): Promise<unknown>
}

export function route<E extends Endpoint>(
  endpoint: E,
  handle: (request: RouteRequest<E>) => Promise<ReplyOf<E> | JsonStream>,
): Route {
  return { endpoint, handle }
}
