import type { Access } from '@stoa/contract/access'
import type { CaptchaAction } from '@stoa/contract/captcha'
import type { CallOptions } from '@stoa/contract/client'
import type { Endpoint, ParsedInputOf, ResponseOf } from '@stoa/contract/endpoint'
import type { Envelope } from '@stoa/contract/envelope'
import type { JsonStream } from '@stoa/contract/json-stream'
import type { Locale } from '@stoa/locales/languages'
import type { Context, Tx } from './context.ts'
import type { Actor } from './rules.ts'

export type Caller = {
  token: string | null
  deviceToken: string | null
  locale: Locale
  ip: string
  userAgent: string
  requestId: string
}

/** `actor` is not null where the access tier of the endpoint requires a session. */
export type RouteRequest<E extends Endpoint> = {
  input: ParsedInputOf<E>
  actor: ActorOf<E['access']>
  caller: Caller
  ctx: Context
  /**
   * Runs the write of this request, at most once, and returns the response. With an Idempotency-Key, the response is
   * stored in the same transaction and returned for a retry.
   */
  transact(work: (tx: Tx) => Promise<ResponseOf<E>>): Promise<ResponseOf<E>>
}

type ActorOf<Tier extends Access> = Tier extends 'open' | 'public' | 'install'
  ? Actor | null
  : Actor

export type Route = {
  endpoint: Endpoint
  handle(request: RouteRequest<Endpoint>): Promise<unknown>
}

export function route<E extends Endpoint>(
  endpoint: E,
  handle: (request: RouteRequest<E>) => Promise<ResponseOf<E> | JsonStream>,
): Route {
  return { endpoint, handle }
}

/**
 * Calls an endpoint with all checks, over HTTP or in process. Errors are returned as an envelope, never thrown.
 * An input that is a function is read after the caller is authorized.
 */
export type Dispatch = (
  endpoint: Endpoint,
  input: unknown,
  caller: Caller,
  options: CallOptions,
) => Promise<Envelope>

/** `isPolled`: the session may be remembered, until it ends or its user changes. */
export type Identify = (
  ctx: Context,
  token: string,
  ip: string,
  isPolled?: boolean,
) => Promise<Actor | null>

/** `rejected` for invalid input, `failed` for anything else that prevented the call. */
export type Outcome = 'done' | 'rejected' | 'failed'

export type GuardedCall = {
  action: CaptchaAction
  actor: Actor | null
  caller: Caller
  solution: { id: string; code: string }
  isRepeat(): Promise<boolean>
}

/** Throws when a captcha must be solved first; otherwise returns a callback for the outcome of the call. */
export type CaptchaGuard = (
  ctx: Context,
  call: GuardedCall,
) => Promise<(outcome: Outcome) => Promise<void>>
